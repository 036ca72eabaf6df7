"""The peer of the surface benchmark: VTK's SPH interpolation on an image and flying edges, one round per line on standard input.

Arguments: file with x, y, z of the particles (f32), spacing, voxel over spacing, support radius over spacing, level. Answers each line
with one JSON object: times of a round, triangles and volume. The kernel is the cubic spline with the given support; every particle has the
volume spacing^3; the contoured array is the Shepard sum, the sum of V W.
"""

import json
import sys
import time

try:
    import numpy
    from vtkmodules.util.numpy_support import numpy_to_vtk
    from vtkmodules.vtkCommonCore import vtkPoints, vtkSMPTools, vtkVersion
    from vtkmodules.vtkCommonDataModel import vtkImageData, vtkPolyData
    from vtkmodules.vtkFiltersCore import vtkFlyingEdges3D, vtkMassProperties
    from vtkmodules.vtkFiltersPoints import vtkSPHCubicKernel, vtkSPHInterpolator
except ImportError as error:
    print(json.dumps({"missing": str(error)}), flush=True)
    sys.exit(0)

DENSITY = 1000.0


def particles(file, spacing):
    places = numpy.fromfile(file, dtype=numpy.float32).reshape(-1, 3)
    points = vtkPoints()
    points.SetData(numpy_to_vtk(places, deep=True))
    cloud = vtkPolyData()
    cloud.SetPoints(points)
    for name, value in (("mass", DENSITY * spacing**3), ("density", DENSITY)):
        array = numpy_to_vtk(numpy.full(len(places), value), deep=True)
        array.SetName(name)
        cloud.GetPointData().AddArray(array)
    return cloud, places


def image_around(places, voxel, reach):
    low = numpy.floor((places.min(axis=0) - reach) / voxel) - 1
    high = numpy.ceil((places.max(axis=0) + reach) / voxel) + 1
    image = vtkImageData()
    image.SetOrigin(*(low * voxel))
    image.SetSpacing(voxel, voxel, voxel)
    image.SetDimensions(*[int(n) for n in high - low + 1])
    return image


def interpolator(cloud, image, reach):
    kernel = vtkSPHCubicKernel()  # ends at twice its step
    kernel.SetSpatialStep(reach / 2)
    kernel.SetDimension(3)
    filter = vtkSPHInterpolator()
    filter.SetInputData(image)
    filter.SetSourceData(cloud)
    filter.SetKernel(kernel)
    filter.SetMassArrayName("mass")
    filter.SetDensityArrayName("density")
    filter.AddExcludedArray("mass")
    filter.AddExcludedArray("density")
    filter.SetComputeShepardSum(True)
    filter.SetShepardNormalization(False)
    filter.SetShepardSumArrayName("sum")
    filter.SetNullPointsStrategyToNullValue()
    filter.SetNullValue(0)
    filter.SetPromoteOutputArrays(False)
    return filter


def measured(filter):
    filter.Modified()
    wall, cpu = time.perf_counter(), time.process_time()
    filter.Update()
    return 1e3 * (time.perf_counter() - wall), 1e3 * (time.process_time() - cpu)


def main():
    file, (spacing, voxel, support, level) = sys.argv[1], map(float, sys.argv[2:6])
    vtkSMPTools.SetBackend("Sequential")
    cloud, places = particles(file, spacing)
    reach = support * spacing
    image = image_around(places, voxel * spacing, reach)
    field = interpolator(cloud, image, reach)
    contour = vtkFlyingEdges3D()
    contour.SetInputConnection(field.GetOutputPort())
    contour.SetInputArrayToProcess(0, 0, 0, 0, "sum")
    contour.SetValue(0, level)
    contour.ComputeNormalsOn()
    contour.ComputeGradientsOff()
    contour.ComputeScalarsOff()
    mass = vtkMassProperties()
    mass.SetInputConnection(contour.GetOutputPort())
    print(json.dumps({"version": vtkVersion.GetVTKVersion(), "nodes": image.GetNumberOfPoints()}), flush=True)
    for _ in sys.stdin:
        (interpolate_ms, interpolate_cpu), (contour_ms, contour_cpu) = measured(field), measured(contour)
        mass.Update()
        answer = {
            "interpolateMs": interpolate_ms,
            "contourMs": contour_ms,
            "cpuMs": interpolate_cpu + contour_cpu,
            "triangles": contour.GetOutput().GetNumberOfPolys(),
            "volume": mass.GetVolume(),
        }
        print(json.dumps(answer), flush=True)


main()
