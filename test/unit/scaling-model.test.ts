// The model of docs/mpi.md: its table is what the script prints, and it behaves as it must at the ends.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ASSUMED, modelStep, NETWORKS, scalingTable } from '../../tools/scaling-model.ts';

describe('the model of one run over MPI', () => {
  it('gives the table of docs/mpi.md', () => {
    expect(readFileSync('docs/mpi.md', 'utf8')).toContain(`\n\n${scalingTable()}\n\n`);
  });

  it('loses nothing on one rank, and on two without a network only repeated pairs and tables', () => {
    const free = { latency: 0, bandwidth: Number.POSITIVE_INFINITY },
      { cells, searches, particle, repeated, layers, pairs } = ASSUMED,
      again = (2 * repeated * layers * pairs) / 100,
      tables = (searches * cells.bytes) / cells.speed / particle;
    expect(modelStep(1e6, 1, free)).toMatchObject({ ghosts: 0, useful: 1 });
    expect(1 / modelStep(1e6, 2, free).useful).toBeCloseTo(1 + again + tables, 9);
  });

  it('never gains by more ranks or a slower network', () => {
    for (const particles of [1e6, 1e8]) {
      for (let ranks = 2; ranks < 2000; ranks *= 2) {
        const { useful } = modelStep(particles, ranks, NETWORKS.InfiniBand);
        expect(modelStep(particles, ranks, NETWORKS.Ethernet).useful).toBeLessThan(useful);
        expect(modelStep(particles, 2 * ranks, NETWORKS.InfiniBand).useful).toBeLessThan(useful);
      }
    }
  });
});
