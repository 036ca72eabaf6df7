# Reads files with VTK and prints what it found as JSON: read_vtk.py FILE...
import json
import sys
from xml.etree import ElementTree

from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkFiltersCore import vtkMassProperties
from vtkmodules.vtkIOGeometry import vtkOBJReader, vtkSTLReader
from vtkmodules.vtkIOPLY import vtkPLYReader
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader, vtkXMLUnstructuredGridReader

READERS = {
    "vtp": vtkXMLPolyDataReader,
    "vtu": vtkXMLUnstructuredGridReader,
    "ply": vtkPLYReader,
    "obj": vtkOBJReader,
    "stl": vtkSTLReader,
}


def volume_of(data):
    if not isinstance(data, vtkPolyData) or data.GetNumberOfPolys() == 0:
        return None
    mass = vtkMassProperties()
    mass.SetInputData(data)
    return mass.GetVolume()


def read(path):
    reader = READERS[path.rsplit(".", 1)[1]]()
    reader.SetFileName(path)
    reader.Update()
    data = reader.GetOutput()
    points = data.GetPointData()
    arrays = {}
    for k in range(points.GetNumberOfArrays()):
        array = points.GetArray(k)
        total = sum(array.GetTuple(i)[0] for i in range(array.GetNumberOfTuples()))
        arrays[points.GetArrayName(k)] = {"components": array.GetNumberOfComponents(), "sum": total}
    x = data.GetBounds()
    time = data.GetFieldData().GetArray("TimeValue")
    return {
        "points": data.GetNumberOfPoints(),
        "cells": data.GetNumberOfCells(),
        "lines": data.GetNumberOfLines() if hasattr(data, "GetNumberOfLines") else None,
        "volume": volume_of(data),
        "box": [x[0], x[2], x[4], x[1], x[3], x[5]],
        "arrays": arrays,
        "vectors": points.GetVectors().GetName() if points.GetVectors() else None,
        "time": time.GetValue(0) if time else None,
    }


def read_series(path):
    """A .pvd names files and times; ParaView's reader of it is not part of VTK, so we go through it as it does."""
    folder = path.rsplit("/", 1)[0]
    return [
        {"timestep": float(entry.get("timestep")), **read(folder + "/" + entry.get("file"))}
        for entry in ElementTree.parse(path).getroot().iter("DataSet")
    ]


print(json.dumps([read_series(path) if path.endswith(".pvd") else read(path) for path in sys.argv[1:]]))
