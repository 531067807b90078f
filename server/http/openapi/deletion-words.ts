/** Descriptions of the fields of a company’s deletion and its receipt, for the OpenAPI document. */
export const DELETION_WORDS = {
  'BegunDeletion.begunAt': 'When all access to the company ended.',
  'Deletion.begunAt': 'When all access to the company ended.',
  'Deletion.finishedAt': 'When everything was deleted; null until then.',
  'Deletion.sha256': 'The SHA-256 hash of the receipt, in hexadecimal; the database keeps it.',
  receipt: 'JSON text that says what was deleted: rows before and after by table, files, users; null until then.',
  'DeleteCompanyBody.name': 'The name of the company, to confirm that this one is meant.',
  'DeleteCompanyBody.password': 'The password of the signed-in user.',
  'BegunDeletion.companyId': 'The id of the company.',
  'ReadDeletionBody.companyId': 'The id of the company.',
  'ReadDeletionBody.key': 'The `Idempotency-Key` with which the deletion was requested.',
}
