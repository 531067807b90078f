/** Takes photographs of a delivery, for example of damaged goods. They are sent after the delivery. */
import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { IconCamera } from '../../components/icons.ts'
import { dropPhotos, keepPhoto, MAX_PHOTOS } from '../../data/floor/photos.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'

interface DeliveryPhotosProps {
  readonly names: readonly string[]
  readonly onChange: (how: (names: readonly string[]) => readonly string[]) => void
}

export function DeliveryPhotos({ names, onChange }: DeliveryPhotosProps) {
  const say = useWords('floor')
  const { tell } = useFloor()
  const input = useRef<HTMLInputElement>(null)
  const take = async (files: readonly File[]) => {
    for (const file of files) {
      const name = await keepPhoto(file)
      if (name === null) return tell('wrong', say('photoUnkept'))
      onChange((now) => [...now, name])
    }
  }
  const clear = () => {
    void dropPhotos(names)
    onChange(() => [])
  }
  return (
    <Group gap="xs" className={classes.lineFields}>
      <Button
        size="lg"
        variant="default"
        leftSection={<IconCamera size={22} aria-hidden />}
        disabled={names.length >= MAX_PHOTOS}
        onClick={() => input.current?.click()}
      >
        {say('takePhoto')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        multiple
        hidden
        aria-label={say('takePhoto')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])].slice(0, MAX_PHOTOS - names.length)
          currentTarget.value = ''
          void take(files)
        }}
      />
      {names.length > 0 && (
        <>
          <Text role="status">{say('photosTaken', { count: names.length })}</Text>
          <Button size="lg" variant="subtle" onClick={clear}>
            {say('photosClear')}
          </Button>
        </>
      )}
    </Group>
  )
}
