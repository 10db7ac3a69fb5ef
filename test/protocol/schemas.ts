/** Validates documents against the fixtures' schemas with libxml2. */
import { validateXML } from 'xmllint-wasm';
import { documentText } from './wire-documents.ts';

export type SchemaFile = 'GetOrderInfoRequest.xsd' | 'GetReportRequest.xsd';

/** Returns the validator's messages; empty if the document is valid. */
export async function violations(schema: SchemaFile, text: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'request.xml', contents: text }],
    schema: [documentText(`xsd/${schema}`)],
  });
  return errors.map(({ message }) => message);
}
