import { REGISTERED_ADDRESS, REQUEST_ROOT } from '../assumptions.ts';
import type { Members } from '../wire/members.ts';
import { invalid } from '../wire/refusal.ts';

function checkIssueUser(members: Members, sellerId: string): void {
  const user = members.text('IssueUser');
  if (user !== undefined && user !== sellerId && !REGISTERED_ADDRESS.test(user)) throw invalid('IssueUser', user);
}

export function requestBodyOf(root: Members, operationType: string, sellerId: string): Members {
  root.allowOnly(['IssueUser', 'OperationType', 'RequestBody'], REQUEST_ROOT);
  const type = root.text('OperationType');
  if (type !== operationType) throw invalid('OperationType', type ?? '');
  const body = root.group('RequestBody');
  checkIssueUser(root, sellerId);
  checkIssueUser(body, sellerId);
  return body;
}
