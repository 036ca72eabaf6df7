# Reads files with meshio and prints what it found as JSON: read_meshio.py FILE...
import json
import sys

import meshio


def read(path):
    mesh = meshio.read(path)
    low, high = mesh.points.min(axis=0), mesh.points.max(axis=0)
    return {
        "points": len(mesh.points),
        "cells": {block.type: len(block.data) for block in mesh.cells},
        "box": [float(x) for x in (*low, *high)],
        "arrays": {name: list(values.shape) for name, values in mesh.point_data.items()},
    }


print(json.dumps([read(path) for path in sys.argv[1:]]))
