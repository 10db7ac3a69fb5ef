/** Ends the test run with one line that any machine can read: `N passed, N failed`. */
import type { Reporter, TestModule } from 'vitest/node';

export class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    let passed = 0;
    // An error outside of any test, or a file that could not be loaded, is a failure of its own.
    let failed = errors.length;
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else failed++;
      }
    }
    // The default reporter writes its summary in the same turn; this line comes after it.
    setTimeout(() => console.log(`${passed} passed, ${failed} failed`), 0);
  }
}
