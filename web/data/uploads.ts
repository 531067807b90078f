/** Uploads files of purchase documents, such as scanned invoices. */
import { cache, listKey } from './cache.ts'
import { client } from './client.ts'
import { uploadQueue } from './upload-queue.ts'

const MAX_UPLOAD_BYTES = 25 * 1_048_576
/** How many milliseconds one upload may take; long enough for a large photo over a slow connection. */
const DEADLINE_MS = 300_000

export const documentUploads = uploadQueue({
  maxBytes: MAX_UPLOAD_BYTES,
  send: async (file, key) => {
    await client.imports.upload(file, { key, fileName: file.name, deadlineMs: DEADLINE_MS, timeoutMs: DEADLINE_MS })
    void cache.invalidateQueries({ queryKey: listKey('imports') })
  },
})
