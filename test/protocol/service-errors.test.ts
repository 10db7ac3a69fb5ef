/** Reads error bodies of every shape, and never mistakes data for an error. */
import { expect, test } from 'vitest';
import { errorsIn, type ServiceError } from '../../src/protocol/answer.ts';
import type { Tree } from '../../src/protocol/parse.ts';

const error = (code: string, message = ''): ServiceError => ({ code, message });
const X = error('X1', 'said');

test.each<[string, Tree, readonly ServiceError[]]>([
  ['an empty string', '', []],
  ['whitespace', '  ', []],
  ['null', null, []],
  ['no body', undefined, []],
  ['a number', 5, []],
  ['an empty object', {}, []],
  ['a list of blanks', { Errors: ['', ' '] }, []],
  ['data', { ItemList: [{ Code: 'X1' }] }, []],
  ['a list of data', [{ Name: 'x' }], []],
  ['a list of strings', ['X1'], []],
  ['a code and a message', { Code: ' X1 ', Message: ' said ' }, [X]],
  ['a code alone', { Code: 'X1' }, [error('X1')]],
  ['a message alone', { Message: 'said' }, [error('', 'said')]],
  ['a description', { Code: 'X1', Description: 'said' }, [X]],
  ['a message before a description', { Code: 'X1', Message: 'said', Description: 'more' }, [X]],
  ['a blank message and a description', { Code: 'X1', Message: '', Description: 'said' }, [X]],
  ['code and message in lower case', { code: 'X1', message: 'said' }, [X]],
  ['status and error in lower case', { status: 400, error: 'said' }, [error('400', 'said')]],
  ['a code before a status', { code: 'X1', status: 400, error: 'other', message: 'said' }, [X]],
  ['a message in lower case alone', { message: 'said' }, []],
  ['a code in lower case alone', { code: 'X1' }, []],
  ['data with a code and a message', { code: 'X1', message: 'said', rows: [] }, []],
  ['a list', [{ Code: 'X1', Message: 'said' }, { Code: 'X2' }], [X, error('X2')]],
  ['a list with data', [{ Code: 'X1', Message: 'said' }, { Name: 'x' }], [X]],
  ['Errors', { Errors: [{ Code: 'X1', Message: 'said' }] }, [X]],
  ['Errors of an Error', { Errors: { Error: { Code: 'X1', Message: 'said' } } }, [X]],
  ['Error', { Error: { Code: 'X1', Message: 'said' } }, [X]],
  ['Errors before Error', { Errors: [{ Code: 'X1', Message: 'said' }], Error: 'other' }, [X]],
  ['a string', { Errors: 'XY001: said' }, [error('XY001', 'said')]],
  ['Errors below another root', { Root: { Errors: [{ Code: 'X1', Message: 'said' }] } }, [X]],
  ['Errors below one of two roots', { Root: { Errors: [{ Code: 'X1' }] }, Other: 1 }, []],
  ['Errors two roots down', { Root: { Root: { Errors: [{ Code: 'X1' }] } } }, []],
  ['success with a success word', { IsSuccess: true, Message: 'OK' }, []],
  ['success in another spelling with a success code', { IsSuccess: 'Y', Code: '000', Message: 'x' }, []],
  ['failure with a success word', { IsSuccess: false, Message: 'OK' }, [error('', 'OK')]],
  ['success with an error and no data', { IsSuccess: true, Code: 'X1', Message: 'said' }, [X]],
  ['success with an error and empty data', { IsSuccess: true, Code: 'X1', Message: 'said', ResponseBody: {} }, [X]],
  ['success with a string instead of data', { IsSuccess: true, Code: 'X1', Message: 'said', ResponseBody: 'x' }, [X]],
  ['success with a remark and data', { IsSuccess: true, Code: 'X1', ResponseBody: { Name: 'x' } }, []],
  ['failure with data', { IsSuccess: 'no', Code: 'X1', ResponseBody: { Name: 'x' } }, [error('X1')]],
])('reads the errors of %s', (_, tree, expected) => {
  expect(errorsIn(tree, [])).toEqual(expected);
});

test.each<[string, Tree, readonly ServiceError[]]>([
  ['an error code', { rows: [], header: { bizCode: '404', msg: 'said' } }, [error('404', 'said')]],
  ['a code of another length', { rows: [], header: { bizCode: '4040' } }, []],
  ['a code with a letter', { rows: [], header: { bizCode: '4x4' } }, []],
  ['another code', { rows: [], header: { bizCode: '204' } }, []],
  ['an error code next to rows', { rows: [{ a: 1 }], header: { bizCode: '404' } }, []],
  ['an error code next to a count', { totalRows: 0, header: { bizCode: '404' } }, [error('404')]],
  ['another code next to a count', { totalRows: 0, header: { bizCode: 'E1' } }, []],
  ['any code alone', { header: { bizCode: 'E1' } }, [error('E1')]],
  ['a message alone', { header: { msg: 'said' } }, [error('', 'said')]],
  ['no content', { header: { bizCode: null } }, []],
  [
    'several entries',
    { header: [{ bizCode: 'E1' }, { bizCode: 'E2', msg: 'said' }] },
    [error('E1'), error('E2', 'said')],
  ],
])('reads the errors of a header with %s', (_, tree, expected) => {
  expect(errorsIn(tree, ['4??', '5??'])).toEqual(expected);
});
