# Run by Blender: imports our files and prints what it found, one line `RESULT {name: ...}` per file.
#   blender --background --factory-startup --python-exit-code 1 --python read_blender.py -- FOLDER FRAMES FRAME_RATE
import json
import sys
import traceback

import bmesh
import bpy
import numpy

# Blender 3.4 of Debian 12 meets a NumPy that has dropped names which its glTF importer uses.
for name, kind in (("bool", bool), ("int", int), ("float", float), ("object", object)):
    if name not in numpy.__dict__:
        setattr(numpy, name, kind)

FOLDER, FRAMES, FRAME_RATE = sys.argv[-3], int(sys.argv[-2]), int(sys.argv[-1])
LAST = FRAMES - 1


def start_over():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FRAME_RATE


def box_of(points):
    axes = list(zip(*points))
    return [min(axis) for axis in axes] + [max(axis) for axis in axes]


def evaluated(thing):
    """Points of an object at the present frame, in the world, after modifiers and shape keys."""
    shown = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return [tuple(shown.matrix_world @ vertex.co) for vertex in shown.data.vertices]


def volume_of(data):
    solid = bmesh.new()
    solid.from_mesh(data)
    volume = solid.calc_volume(signed=True)
    solid.free()
    return volume


def measure(thing):
    data = thing.data
    return {
        "vertices": len(data.vertices),
        "edges": len(data.edges),
        "faces": len(data.polygons),
        "volume": volume_of(data),
        "box": box_of([tuple(vertex.co) for vertex in data.vertices]),
    }


def imported(operator, file):
    operator(filepath=FOLDER + "/" + file)
    return measure(bpy.context.object or bpy.data.objects[0])


def read_ply_surface():
    return imported(bpy.ops.import_mesh.ply, "surface-%d.ply" % LAST)


def read_ply_particles():
    return imported(bpy.ops.import_mesh.ply, "particles-%d.ply" % LAST)


def read_obj_surface():
    return imported(bpy.ops.wm.obj_import, "surface-%d.obj" % LAST)


def read_ply_outline():
    return imported(bpy.ops.import_mesh.ply, "outline-0.ply")


def read_obj_outline():
    return imported(bpy.ops.wm.obj_import, "outline-0.obj")


def read_stl_surface():
    return imported(bpy.ops.import_mesh.stl, "surface-%d.stl" % LAST)


def read_gltf_surface():
    bpy.ops.import_scene.gltf(filepath=FOLDER + "/surface.glb")
    frames = []
    for frame in range(FRAMES):
        bpy.context.scene.frame_set(frame)
        seen = [thing for thing in bpy.data.objects if thing.name.startswith("surface ") and thing.scale.x > 0]
        (thing,) = seen
        paddle = bpy.data.objects["obstacle1"].matrix_world.to_euler()
        frames.append({**measure(thing), "name": thing.name, "box": box_of(evaluated(thing)), "paddle": paddle.z})
    return frames


def read_gltf_particles():
    bpy.ops.import_scene.gltf(filepath=FOLDER + "/particles.glb")
    return over_time(bpy.data.objects["particles"])


def read_pc2_particles():
    bpy.ops.import_mesh.ply(filepath=FOLDER + "/particles-0.ply")
    thing = bpy.context.object
    cache = thing.modifiers.new("cache", "MESH_CACHE")
    cache.cache_format = "PC2"
    cache.filepath = FOLDER + "/particles.pc2"
    cache.frame_start = 0
    return over_time(thing)


def over_time(thing):
    frames = []
    for frame in range(FRAMES):
        bpy.context.scene.frame_set(frame)
        frames.append({"vertices": len(thing.data.vertices), "box": box_of(evaluated(thing))})
    return frames


READ = {
    "PLY surface": read_ply_surface,
    "PLY particles": read_ply_particles,
    "OBJ surface": read_obj_surface,
    "PLY outline": read_ply_outline,
    "OBJ outline": read_obj_outline,
    "STL surface": read_stl_surface,
    "glTF surface": read_gltf_surface,
    "glTF particles": read_gltf_particles,
    "PC2 particles": read_pc2_particles,
}

for name, read in READ.items():
    start_over()
    try:
        print("RESULT", json.dumps({name: read()}), flush=True)
    except Exception:
        print("RESULT", json.dumps({name: {"error": traceback.format_exc()}}), flush=True)
