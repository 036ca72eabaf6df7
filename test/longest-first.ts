// The order of test files. Without a record of earlier runs vitest begins with the largest files; ours that take minutes are small, so one
// of them would begin last and keep one core waiting. These begin first.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more, longest first. */
const LONGEST = ['physics/gallery', 'physics/determinism', 'physics/validation'].map((name) => `/test/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((end) => moduleId.endsWith(end));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
