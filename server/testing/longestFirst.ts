import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node'

/**
 * Vitest starts the largest files first if it does not know how long they take, as in CI. A file whose tests take minutes would then run
 * alone at the end. Returns a sequencer that starts the files that match `longest` before the others.
 */
export const longestFirst = (longest: RegExp): TestSequencerConstructor =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
      return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
    }
  }
