#!/usr/bin/env bash
# Installs what the tests use beside Node from the Debian packages, as far as it is missing: Chromium (pages), ffmpeg (videos), POV-Ray, VTK and
# meshio (exported files), Slurm and Redis (farms; about 20 MB), MPICH and Open MPI (ranks; about 60 MB). Tests whose program is missing say that they were skipped.
set -uo pipefail

has_module() { [ -x /usr/bin/python3 ] && /usr/bin/python3 -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$1') is None)"; }

missing=()
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium)
command -v ffmpeg >/dev/null || missing+=(ffmpeg)
command -v povray >/dev/null || missing+=(povray)
has_module vtkmodules || missing+=(python3-vtk9)
has_module meshio || missing+=(python3-meshio)
PATH="$PATH:/usr/sbin"
command -v redis-server >/dev/null || missing+=(redis-server)
command -v mpiexec.mpich >/dev/null || missing+=(mpich)
command -v mpiexec.openmpi >/dev/null || missing+=(openmpi-bin)
for pair in munged:munge slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client; do
  command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done

if [ "${#missing[@]}" -eq 0 ]; then
  echo "Chromium, ffmpeg, POV-Ray, VTK, meshio, Slurm, Redis, MPICH and Open MPI are there."
  exit 0
fi
echo "Missing: ${missing[*]}"
if ! command -v apt-get >/dev/null; then
  echo "No apt-get here: install them by hand (and set CHROMIUM to the path of Chromium)." >&2
  exit 1
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Installing programs needs root: run this script as root." >&2
    exit 1
  fi
  as_root=(sudo --non-interactive)
fi

export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update
code=0
for package in "${missing[@]}"; do "${as_root[@]}" apt-get install -y --no-install-recommends "$package" || code=1; done
exit "$code"
