# Reads files with meshio and prints what it found as JSON: read_meshio.py FILE...
import json
import sys

import meshio
import numpy


def volume_of(mesh):
    corners = [mesh.points[block.data].astype(float) for block in mesh.cells if block.type == "triangle"]
    return sum(float(numpy.einsum("ij,ij->", c[:, 0], numpy.cross(c[:, 1], c[:, 2]))) / 6 for c in corners)


def read(path):
    mesh = meshio.read(path)
    low, high = mesh.points.min(axis=0), mesh.points.max(axis=0)
    return {
        "points": len(mesh.points),
        "cells": {block.type: len(block.data) for block in mesh.cells},
        "volume": volume_of(mesh),
        "box": [float(x) for x in (*low, *high)],
        "arrays": {name: list(values.shape) for name, values in mesh.point_data.items()},
    }


print(json.dumps([read(path) for path in sys.argv[1:]]))
