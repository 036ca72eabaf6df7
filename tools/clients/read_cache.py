# Run by Blender: opens a cache with our importer and prints what it found, as one line `RESULT {...}`.
#   blender --background --factory-startup --python-exit-code 1 --python read_cache.py -- IMPORTER_FOLDER CACHE FRAME
import json
import sys

import bpy

FOLDER, CACHE, FRAME = sys.argv[-3], sys.argv[-2], int(sys.argv[-1])
sys.path.insert(0, FOLDER)
import thixo_import  # noqa: E402

bpy.ops.wm.read_factory_settings(use_empty=True)
surface, particles = thixo_import.import_cache(CACHE, "both")
scene = bpy.context.scene
scene.frame_set(FRAME)


def box_of(thing):
    axes = list(zip(*(tuple(thing.matrix_world @ vertex.co) for vertex in thing.data.vertices)))
    return [min(axis) for axis in axes] + [max(axis) for axis in axes]


def sum_of(thing, name):
    values = thing.data.attributes[name].data
    return [sum(v.vector[k] for v in values) for k in range(3)]


graph = bpy.context.evaluated_depsgraph_get()
instances = sum(1 for one in graph.object_instances if one.is_instance)
camera = scene.camera
ahead = camera.matrix_world.to_3x3() @ __import__("mathutils").Vector((0, 0, -1))
try:
    thixo_import.import_cache(FOLDER)
    refused = ""
except thixo_import.CacheError as error:
    refused = str(error)
found = {
    "vertices": len(surface.data.vertices),
    "faces": len(surface.data.polygons),
    "box": box_of(surface),
    "velocity": sum_of(surface, "velocity"),
    "materials": [[m.name, list(m.diffuse_color)] for m in surface.data.materials],
    "materialOfFaces": sorted({polygon.material_index for polygon in surface.data.polygons}),
    "particles": len(particles.data.vertices),
    "particleBox": box_of(particles),
    "particleVelocity": sum_of(particles, "velocity"),
    "instances": instances,
    "camera": [list(camera.matrix_world.translation), list(ahead), camera.data.angle],
    "frames": [scene.frame_start, scene.frame_end, scene.render.fps],
    "refused": refused,
}
print("RESULT", json.dumps(found), flush=True)
