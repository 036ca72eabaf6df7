# Opens a cache of Thixo in Blender: surfaces as an animated mesh with velocities, particles as instances, materials, obstacles' camera.
#   As an add-on: Edit > Preferences > Add-ons > Install, this file; then File > Import > Thixo cache.
#   On a command line: blender --python thixo_import.py -- CACHE [--what surface|particles|both] [--save FILE.blend]
# Frames are read from the cache whenever the time changes, so that nothing is copied. Blender 3.3 or newer. docs/blender.md
"""Importer for caches of Thixo."""

import json
import os
import sys
import zlib

import bpy
import numpy
from bpy.app.handlers import persistent
from bpy.props import EnumProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

bl_info = {
    "name": "Thixo cache",
    "description": "Imports simulated substances as animated meshes and particles",
    "blender": (3, 3, 0),
    "version": (1, 0, 0),
    "location": "File > Import > Thixo cache (manifest.ndjson)",
    "category": "Import-Export",
}

MANIFEST = "manifest.ndjson"
SURFACE, FRAME = b"THIXOSRF", b"THIXOFRM"
#: Fields of particles and vertices that are whole numbers.
WHOLE = ("id", "substance", "piece", "skin", "texture")
#: Colors of substances that name none, as in Thixo's pictures.
PALETTE = ("#3f86d6", "#e8a02d", "#27906d", "#d487b4", "#b4481e", "#8ccbee", "#f2e36b", "#5f5f6e")
MATERIALS = {
    "water": ("#4088d9", "liquid"), "oil": ("#d9b833", "liquid"), "honey": ("#e68c14", "liquid"),
    "syrup": ("#a85a14", "liquid"), "slime": ("#7db33c", "liquid"), "dough": ("#edd9ad", "matte"),
    "clay": ("#b3714d", "matte"), "jelly": ("#c2263f", "wax"), "rubber": ("#3a3d42", "matte"),
    "sponge": ("#e3c55b", "matte"), "flesh": ("#d69a86", "wax"), "tin": ("#b4b8be", "metal"),
    "mud": ("#6b4f33", "matte"), "wax": ("#c4433c", "wax"), "lava": ("#f2590d", "emissive"),
    "chocolate": ("#5a3420", "glossy"), "toothpaste": ("#a9d8d2", "glossy"),
}  # fmt: skip
ROUGHNESS = {"matte": 1.0, "glossy": 0.25, "liquid": 0.0, "wax": 0.45, "metal": 0.2, "grain": 1.0, "emissive": 0.5}


class CacheError(Exception):
    """A cache that cannot be read, and why."""


def read_manifest(folder):
    """The scene as it was last edited, and the time (s) of every frame."""
    path = os.path.join(folder, MANIFEST)
    if not os.path.isfile(path):
        raise CacheError("%s is not a cache of Thixo: it has no %s" % (folder, MANIFEST))
    scene, times = None, {}
    with open(path, encoding="utf-8") as lines:
        for text in lines:
            try:
                line = json.loads(text)
            except ValueError:
                break  # a line that a crash has torn can only be the last
            if line.get("kind") in ("cache", "scene"):
                scene = line["scene"]
            elif line.get("kind") == "frame":
                times[line["frame"]] = line["time"]
    if scene is None or not times:
        raise CacheError("%s has no frames yet" % folder)
    return scene, times


def read_packed(path, magic):
    """The header of a file of a cache, and its arrays by name. Bytes stand in planes, deflated."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != magic:
        raise CacheError("%s is damaged" % path)
    end = 16 + int.from_bytes(data[12:16], "little")
    header = json.loads(data[16:end].decode("utf-8"))
    arrays = {}
    for block in header.get("blocks") or header["fields"]:
        name, components = block["name"], block["components"]
        planes = numpy.frombuffer(zlib.decompress(data[end : end + block["bytes"]], -15), numpy.uint8)
        kind = "<u4" if block.get("type") == "u32" or name in WHOLE or name == "elements" else "<f4"
        values = planes.reshape(4 * components, -1).T.copy().view(kind)
        arrays[name] = values if components > 1 else values.ravel()
        end += block["bytes"]
    return header, arrays


def linear(text):
    """Linear red, green, blue and alpha of #rrggbb."""
    parts = [int(text[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts] + [1.0]


def make_material(scene, index, name):
    """The material of a substance: its color and finish, as the look of the scene says."""
    look, substance = scene.get("look", {}), scene["substances"][name]
    own = (look.get("substances") or {}).get(name, {})
    color, finish = MATERIALS.get(substance.get("preset"), (PALETTE[index % len(PALETTE)], "glossy"))
    given = look.get("colors") or []
    if look.get("colorBy", "substance") == "substance" and index < len(given):
        color = given[index]
    color, finish = own.get("color", color), own.get("finish", look.get("finish", finish))
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.diffuse_color = linear(color)
    shader = material.node_tree.nodes["Principled BSDF"]

    def put(value, *names):  # names of inputs differ between versions of Blender
        for one in names:
            if one in shader.inputs:
                shader.inputs[one].default_value = value
                return

    put(linear(color), "Base Color")
    put(own.get("roughness", ROUGHNESS[finish]), "Roughness")
    if finish == "metal":
        put(1.0, "Metallic")
    elif finish == "liquid":
        put(1.0, "Transmission", "Transmission Weight")
        put(1.33, "IOR")
    elif finish == "wax":
        put(0.5, "Subsurface", "Subsurface Weight")
        put(linear(color), "Subsurface Color")
    elif finish == "emissive":
        put(linear(color), "Emission", "Emission Color")
        put(1.0, "Emission Strength")
    return material


def set_attribute(mesh, name, kind, values):
    """One field at the points of a mesh."""
    if name in mesh.attributes:
        mesh.attributes.remove(mesh.attributes[name])
    attribute = mesh.attributes.new(name, kind, "POINT")
    key = "vector" if kind == "FLOAT_VECTOR" else "value"
    attribute.data.foreach_set(key, numpy.ascontiguousarray(values, "f4" if kind != "INT" else "i4").ravel())


def fill_mesh(mesh, positions, elements, fields):
    """Puts a surface or points into a mesh, with velocities (m/s, as Cycles wants them) and all other fields."""
    mesh.clear_geometry()
    mesh.vertices.add(len(positions))
    mesh.vertices.foreach_set("co", numpy.ascontiguousarray(positions, "f4").ravel())
    if elements is not None and elements.shape[1] == 2:
        mesh.edges.add(len(elements))
        mesh.edges.foreach_set("vertices", elements.astype("i4").ravel())
    elif elements is not None:
        count = len(elements)
        mesh.loops.add(3 * count)
        mesh.polygons.add(count)
        mesh.loops.foreach_set("vertex_index", elements.astype("i4").ravel())
        mesh.polygons.foreach_set("loop_start", numpy.arange(0, 3 * count, 3, "i4"))
        try:
            mesh.polygons.foreach_set("loop_total", numpy.full(count, 3, "i4"))
        except (AttributeError, RuntimeError):
            pass  # newer versions know it from the starts
        mesh.polygons.foreach_set("use_smooth", numpy.ones(count, bool))
        if "substance" in fields:
            mesh.polygons.foreach_set("material_index", fields["substance"][elements[:, 0]].astype("i4"))
    mesh.update(calc_edges=True)
    for name, values in fields.items():
        if len(values) != len(positions):
            continue
        if values.ndim == 2 and values.shape[1] == 3:
            set_attribute(mesh, name, "FLOAT_VECTOR", values)
        elif values.ndim == 1:
            set_attribute(mesh, name, "INT" if name in WHOLE else "FLOAT", values)


def frame_path(folder, kind, frame):
    return os.path.join(folder, kind, "%06d.%s" % (frame, "surface" if kind == "surface" else "frame"))


def show_frame(thing, frame):
    """Puts the frame of a cache into an object; the nearest one before it where it is missing."""
    folder, kind = bpy.path.abspath(thing["thixo_cache"]), thing["thixo_kind"]
    first, last = thing["thixo_first"], thing["thixo_last"]
    frame = max(first, min(frame, last))
    while frame > first and not os.path.isfile(frame_path(folder, kind, frame)):
        frame -= 1
    path = frame_path(folder, kind, frame)
    if thing.get("thixo_shown") == frame or not os.path.isfile(path):
        return
    if kind == "surface":
        _, arrays = read_packed(path, SURFACE)
        normals, positions, elements = arrays.pop("normals"), arrays.pop("positions"), arrays.pop("elements")
        fill_mesh(thing.data, positions, elements, arrays)
        if elements.shape[1] == 3 and hasattr(thing.data, "normals_split_custom_set_from_vertices"):
            if hasattr(thing.data, "use_auto_smooth"):
                thing.data.use_auto_smooth = True
            thing.data.normals_split_custom_set_from_vertices(normals)
    else:
        _, arrays = read_packed(path, FRAME)
        fill_mesh(thing.data, arrays.pop("position"), None, arrays)
    thing["thixo_shown"] = frame


@persistent
def on_frame(scene, _graph=None):
    """Follows the time line."""
    for thing in scene.objects:
        if "thixo_cache" in thing:
            try:
                show_frame(thing, scene.frame_current)
            except (CacheError, OSError, ValueError, zlib.error) as error:
                print("Thixo: frame %d: %s" % (scene.frame_current, error))


def make_object(name, folder, kind, frames, collection):
    """An object that shows the frames of a cache. Thixo's y is up, Blender's z."""
    thing = bpy.data.objects.new(name, bpy.data.meshes.new(name))
    thing.rotation_euler = (1.5707963267948966, 0, 0)
    thing["thixo_cache"], thing["thixo_kind"] = folder, kind
    thing["thixo_first"], thing["thixo_last"] = min(frames), max(frames)
    collection.objects.link(thing)
    return thing


def make_instances(thing, scene, frames, folder):
    """Draws a ball on every particle: half a spacing wide, from mass and rest density."""
    _, arrays = read_packed(frame_path(folder, "frames", max(frames)), FRAME)
    spacing = 0.01
    if len(arrays["mass"]) > 0:
        spacing = float(numpy.median(numpy.cbrt(arrays["mass"] / numpy.maximum(arrays["density"], 1e-9))))
    radius = spacing * scene.get("look", {}).get("sphereRadius", 0.5)
    if hasattr(bpy.ops.mesh, "primitive_ico_sphere_add"):
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=2, radius=radius)
    ball = bpy.context.object
    ball.name = thing.name + " ball"
    ball.data.polygons.foreach_set("use_smooth", [True] * len(ball.data.polygons))
    ball.parent = thing
    ball.data.materials.append(thing.data.materials[0])
    thing.instance_type = "VERTS"
    thing.show_instancer_for_render = thing.show_instancer_for_viewport = False


def make_camera(scene, collection):
    """The camera of the scene; none if the scene leaves it to the program."""
    camera = scene.get("camera", {})
    if not camera.get("position") or not camera.get("target"):
        return None
    from mathutils import Matrix, Vector

    turn = lambda v: Vector((v[0], -v[2], v[1]))  # noqa: E731
    eye, target, up = turn(camera["position"]), turn(camera["target"]), turn(camera.get("up", (0, 1, 0)))
    back = (eye - target).normalized()
    right = up.cross(back).normalized()
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "VERTICAL"
    if camera.get("height"):
        data.type, data.ortho_scale = "ORTHO", camera["height"]
    else:
        data.angle = camera.get("fieldOfView", 40) * 3.141592653589793 / 180
    lens = camera.get("lens")
    if lens:
        data.dof.use_dof = True
        data.dof.focus_distance = lens.get("focus") or (eye - target).length
        data.dof.aperture_fstop = data.lens / 1000 / lens["aperture"]
    thing = bpy.data.objects.new("camera", data)
    axes = Matrix((right, back.cross(right), back)).transposed().to_4x4()
    thing.matrix_world = Matrix.Translation(eye) @ axes
    collection.objects.link(thing)
    bpy.context.scene.camera = thing
    return thing


def import_cache(folder, what="surface"):
    """Opens a cache in the present scene and returns the objects that it made."""
    folder = os.path.abspath(folder if os.path.isdir(folder) else os.path.dirname(folder))
    scene, times = read_manifest(folder)
    surfaces = [frame for frame in times if os.path.isfile(frame_path(folder, "surface", frame))]
    if what in ("surface", "both") and not surfaces:
        raise CacheError("%s has no surfaces yet: make them with `thixo mesh`, or import particles" % folder)
    collection = bpy.data.collections.new(scene.get("name") or os.path.basename(folder))
    bpy.context.scene.collection.children.link(collection)
    materials = [make_material(scene, k, name) for k, name in enumerate(scene["substances"])]
    made = []
    if what in ("surface", "both"):
        made.append(make_object("surface", folder, "surface", surfaces, collection))
    if what in ("particles", "both"):
        made.append(make_object("particles", folder, "frames", list(times), collection))
    for thing in made:
        for material in materials:
            thing.data.materials.append(material)
        if thing["thixo_kind"] == "frames":
            make_instances(thing, scene, list(times), folder)
    make_camera(scene, collection)
    render = bpy.context.scene.render
    rate = scene.get("frameRate", 25)
    render.fps, render.fps_base = (int(rate), 1.0) if rate == int(rate) else (int(round(rate)), round(rate) / rate)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = min(times), max(times)
    follow_time()
    bpy.context.scene.frame_set(bpy.context.scene.frame_start)
    on_frame(bpy.context.scene)
    return made


def follow_time():
    if not any(handler.__name__ == on_frame.__name__ for handler in bpy.app.handlers.frame_change_pre):
        bpy.app.handlers.frame_change_pre.append(on_frame)


class ImportThixo(bpy.types.Operator, ImportHelper):
    """Import a cache of Thixo"""

    bl_idname = "import_scene.thixo"
    bl_label = "Import Thixo cache"
    bl_options = {"REGISTER", "UNDO"}
    filter_glob: StringProperty(default="*.ndjson", options={"HIDDEN"})
    what: EnumProperty(
        name="Show",
        items=[
            ("surface", "Surface", "The skin around the particles, made by thixo mesh or thixo render"),
            ("particles", "Particles", "A ball for every particle"),
            ("both", "Both", "Surface and particles"),
        ],
        default="surface",
    )

    def execute(self, _context):
        try:
            import_cache(self.filepath, self.what)
        except (CacheError, OSError, KeyError, ValueError, zlib.error) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}


def menu(self, _context):
    self.layout.operator(ImportThixo.bl_idname, text="Thixo cache (manifest.ndjson)")


def register():
    bpy.utils.register_class(ImportThixo)
    bpy.types.TOPBAR_MT_file_import.append(menu)
    follow_time()


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(menu)
    bpy.utils.unregister_class(ImportThixo)


def main(words):
    """What the words after -- on the command line ask for."""
    options = {"--what": "surface", "--save": None}
    cache = None
    while words:
        word = words.pop(0)
        if word in options:
            options[word] = words.pop(0)
        else:
            cache = word
    if cache is None:
        raise CacheError("name a cache after --")
    for thing in list(bpy.data.objects):
        if thing.name in ("Cube", "Camera"):
            bpy.data.objects.remove(thing)
    import_cache(cache, options["--what"])
    if options["--save"]:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(options["--save"]))


if __name__ == "__main__":
    if "--" in sys.argv:
        main(sys.argv[sys.argv.index("--") + 1 :])
    else:
        register()
