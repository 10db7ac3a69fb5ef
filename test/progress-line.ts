/**
 * After each test file of a long run, prints the number of finished files, the elapsed time, and the running files.
 * Prints failures at once: the default reporter shows them at the end, hours later.
 */
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export class ProgressLine implements Reporter {
  readonly #running = new Set<string>();
  #startedAt = 0;
  #files = 0;
  #ended = 0;

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#startedAt = Date.now();
    this.#files = specifications.length;
    console.log(`${this.#files} test files; months and samples take an hour or more.`);
  }

  onTestModuleStart({ moduleId }: Pick<TestModule, 'moduleId'>): void {
    this.#running.add(relative('', moduleId));
  }

  onTestCaseResult(test: Pick<TestCase, 'fullName' | 'module' | 'result'>): void {
    const { state, errors = [] } = test.result();
    if (state !== 'failed') return;
    console.log(`FAILED ${relative('', test.module.moduleId)} > ${test.fullName}`);
    for (const { message, stack } of errors) console.log(stack?.includes(message) ? stack : `${message}\n${stack}`);
  }

  onTestModuleEnd({ moduleId }: Pick<TestModule, 'moduleId'>): void {
    this.#running.delete(relative('', moduleId));
    this.#ended++;
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000);
    const elapsed = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    const running = this.#running.size > 0 ? `; running: ${[...this.#running].join(', ')}` : '';
    console.log(`File ${this.#ended} of ${this.#files}, ${elapsed}${running}`);
  }
}
