/** Uploads product photos, with a preview of each. */
import { useEffect, useRef } from 'react'
import { takeOver } from './changes.ts'
import { client } from './client.ts'
import { type Upload, type UploadQueue, uploadQueue, useQueue } from './upload-queue.ts'

interface ImageUploads extends Pick<UploadQueue, 'add' | 'retry' | 'drop'> {
  readonly all: readonly (Upload & { readonly url: string })[]
}

const queues = new Map<string, UploadQueue>()

function queueOf(productId: string): UploadQueue {
  const known = queues.get(productId)
  if (known !== undefined) return known
  const made = uploadQueue({
    send: async (file, key) => {
      const how = { key, prefer: 'state=changes', contentType: typeOf(file) } as const
      takeOver((await client.images.upload(productId, file, how)).state)
    },
  })
  queues.set(productId, made)
  return made
}

/**
 * Returns the content type to send. A file that is not marked as an image is sent as plain bytes; the server recognizes
 * the format from the content.
 */
const typeOf = ({ type }: File) => (type.startsWith('image/') ? type : 'application/octet-stream')

export function useImageUploads(productId: string): ImageUploads {
  const { add, retry, drop, ...queue } = queueOf(productId)
  const uploads = useQueue({ add, retry, drop, ...queue })
  const urls = useRef(new Map<File, string>())
  // Frees the memory of previews: an object URL keeps its file in memory until it is revoked.
  const letGo = (files: Iterable<File>) => {
    for (const file of files) {
      URL.revokeObjectURL(urls.current.get(file)!)
      urls.current.delete(file)
    }
  }
  useEffect(() => {
    const held = new Set(uploads.map(({ file }) => file))
    letGo([...urls.current.keys()].filter((file) => !held.has(file)))
  })
  useEffect(() => () => letGo([...urls.current.keys()]), [])
  const urlOf = (file: File) => {
    const url = urls.current.get(file) ?? URL.createObjectURL(file)
    urls.current.set(file, url)
    return url
  }
  return { all: uploads.map((one) => ({ ...one, url: urlOf(one.file) })), add, retry, drop }
}
