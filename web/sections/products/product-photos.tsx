/** The photos of a product. The user can add, remove and reorder them. */
import { Modal, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import photoClasses from '../../components/photos.module.css'
import { Photos, type PhotoWords } from '../../components/photos.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useImageUploads } from '../../data/image-uploads.ts'
import { describeFailure } from '../../data/refusals.ts'
import { useMay } from '../../data/session.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { type Say, useWords } from '../../words/words.ts'
import { pictureOf } from './product-picture.tsx'

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
const SMALL_PX = 320
const LARGE_PX = 1_600

export function ProductPhotos({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const core = useWords('core')
  const mayChange = useMay()('managers')
  const { id, name, images } = product
  const [opened, setOpened] = useState<number | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const uploads = useImageUploads(id)
  const { shown, move, failure } = useImageOrder(product)
  const changing = { ...uploads, move, remove: setRemoved }
  if (!mayChange && images.length === 0) return null
  return (
    <section>
      <Heading text={say('photos')} />
      <Failure error={failure} />
      <Photos
        words={photoWords(say, core)}
        photos={shown.map((imageId, index) => ({
          id: imageId,
          src: pictureOf(imageId, SMALL_PX),
          alt: say('photoAlt', { number: index + 1, name }),
        }))}
        pending={uploads.all.map((one) => ({
          id: one.key,
          src: one.file.type.startsWith('image/') ? one.url : null,
          failure: one.failure && describeFailure(one.failure).text,
        }))}
        accept={TYPES}
        changing={mayChange ? changing : null}
        onOpen={setOpened}
      />
      {opened !== null && shown[opened] !== undefined && (
        <Modal
          opened
          size="xl"
          onClose={() => setOpened(null)}
          title={say('photoAlt', { number: opened + 1, name })}
          closeButtonProps={{ 'aria-label': core('close') }}
        >
          <img
            className={photoClasses.large}
            src={pictureOf(shown[opened], LARGE_PX)}
            alt={say('photoAlt', { number: opened + 1, name })}
          />
        </Modal>
      )}
      {removed !== null && <RemoveDialog productId={id} imageId={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}

/**
 * A hook that manages the order of the photos as the user arranged them. The user can move further photos before the
 * server has responded.
 */
function useImageOrder({ id, images }: Product) {
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const latest = useRef<readonly string[] | null>(null)
  const isSending = useRef(false)
  const order = useAction<readonly string[], Product>((imageIds, sending) =>
    client.images.reorder(id, { imageIds: [...imageIds] }, sending),
  )
  const own = images.map((image) => image.id)
  // If a photo has been added or removed in the meantime, use the server's order.
  const isWhole = wanted !== null && wanted.length === own.length && own.every((one) => wanted.includes(one))
  const shown = isWhole ? wanted : own
  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    while (latest.current !== null) {
      const sent: readonly string[] = latest.current
      const isDone = (await order.run(sent)) !== null
      if (!isDone || latest.current === sent) latest.current = null
    }
    isSending.current = false
    setWanted(null)
  }
  const move = (from: number, to: number) => {
    const moved = shown[from]
    if (moved === undefined || from === to) return
    const others = shown.filter((one) => one !== moved)
    latest.current = [...others.slice(0, to), moved, ...others.slice(to)]
    setWanted(latest.current)
    void send()
  }
  return { shown, move, failure: order.failure }
}

const photoWords = (say: Say<'products'>, core: Say<'core'>): PhotoWords => ({
  label: say('photos'),
  add: say('addPhotos'),
  choose: say('choosePhotos'),
  camera: say('takePhoto'),
  main: say('mainPhoto'),
  uploading: say('uploadingPhoto'),
  retry: core('retry'),
  drop: core('remove'),
  actions: (number) => say('photoActions', { number }),
  open: (number) => say('openPhoto', { number }),
  makeMain: say('makeMainPhoto'),
  earlier: say('photoEarlier'),
  later: say('photoLater'),
  remove: core('delete'),
})

interface RemoveDialogProps {
  readonly productId: string
  readonly imageId: string
  readonly onClose: () => void
}

function RemoveDialog({ productId, imageId, onClose }: RemoveDialogProps) {
  const say = useWords('products')
  const core = useWords('core')
  const removal = useAction<string, { id: string }>(
    (id, sending) => client.images.delete(productId, id, sending),
    onClose,
  )
  return (
    <Confirm
      title={say('removePhotoTitle')}
      action={core('delete')}
      isDangerous
      isSending={removal.isSending}
      failure={removal.failure}
      onConfirm={() => void removal.run(imageId)}
      onClose={onClose}
      keepLabel={core('cancel')}
    >
      <img className={photoClasses.large} style={{ maxHeight: 240 }} src={pictureOf(imageId, SMALL_PX)} alt="" />
      <Text size="sm">{say('removePhotoText')}</Text>
    </Confirm>
  )
}
