/** Ends the test run with one machine-readable line: `N passed, N failed`, with `, N skipped` if tests were skipped. */
import type { Reporter, TestModule } from 'vitest/node';

export class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    let passed = 0;
    let skipped = 0;
    // An error outside of a test, or a file that could not be loaded, counts as a failure.
    let failed = errors.length;
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'skipped') skipped++;
        else failed++;
      }
    }
    // The default reporter prints its summary in the same tick, so this line comes after it.
    const others = skipped > 0 ? `, ${skipped} skipped` : '';
    setTimeout(() => console.log(`${passed} passed, ${failed} failed${others}`), 0);
  }
}
