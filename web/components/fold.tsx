/** Hides fields that are rarely needed behind a button that names them. */
import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { IconChevronDown, IconChevronUp } from './icons.ts'

interface FoldProps {
  readonly label: string
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly children: ReactNode
}

export function Fold({ label, isOpen, onToggle, children }: FoldProps) {
  const id = useId()
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          px={0}
          justify="flex-start"
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
          leftSection={<Icon size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(!isOpen)}
        >
          {label}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </>
  )
}
