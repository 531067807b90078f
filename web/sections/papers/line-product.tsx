/**
 * A dialog that creates a product which the company does not have yet. Its fields are filled in from the recognized
 * line.
 */
import { Autocomplete, Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { unitName } from '../../../spellings/units.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useCommand } from '../../data/command.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { UNIT_CHOICES } from '../../data/units.ts'
import { CodeNote } from '../../parts/code-note.tsx'
import { FormFailure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import parts from '../../parts/parts.module.css'
import { useWords } from '../../words/words.ts'
import { codeAsRead, hasDoubtfulLetters, nameAsRead, type ReadLine } from './file-review-values.ts'
import { CodeCheck, NameCheck } from './name-check.tsx'

interface LineProductProps {
  readonly read: ReadLine
  readonly onClose: () => void
  readonly onMade: (product: Product) => void
}

/** A hook that creates the product with POST /products. */
function useMaking({ read, onMade }: LineProductProps) {
  const say = useWords('files')
  return useCommand<{ name: string; sku: string; uom: string }, Product>({
    name: `imports/product/${read.name}/${read.sku ?? ''}`,
    initial: () => ({ name: read.name, sku: read.sku ?? '', uom: unitName(read.unit ?? '') }),
    send: ({ name, sku, uom }, sending) =>
      client.products.create({ name: name.trim(), sku: sku.trim() || null, uom: uom.trim() || null }, sending),
    onDone: (product) => {
      toast(say('productCreated', { name: product.name }))
      onMade(product)
    },
  })
}

/**
 * The dialog for creating a product, filled in from the recognized line. A doubtful name must be retyped or confirmed
 * before the product is created.
 */
export function LineProduct(props: LineProductProps) {
  const { read, onClose } = props
  const say = useWords('files')
  const core = useWords('core')
  const form = useMaking(props)
  const { values, change, failure, isSending, isUnanswered } = form
  const [isRight, setRight] = useState(false)
  const isDoubtful = hasDoubtfulLetters(read, values)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // In React's component tree, this form is inside the form of the review. Stop the event, so that it does not submit
    // the review too.
    event.stopPropagation()
    void form.submit()
  }
  const field = (name: 'name' | 'sku', label: string) => (
    <TextInput
      label={label}
      value={values[name]}
      error={fieldFailure(failure, `/${name}`)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Modal opened onClose={onClose} title={say('createProduct')} closeButtonProps={{ 'aria-label': core('close') }}>
      <Form onSubmit={submit} onKeyDown={(event) => event.stopPropagation()}>
        <fieldset disabled={isSending || isUnanswered} className={parts.fieldset}>
          <Stack gap="sm">
            <FormFailure form={form} />
            {field('name', say('productName'))}
            <NameCheck name={values.name} read={nameAsRead(read)} />
            {field('sku', say('productSku'))}
            <CodeCheck code={values.sku} read={codeAsRead(read)} />
            <CodeNote codes={[values.sku]} />
            <Autocomplete
              label={say('productUnit')}
              data={[...UNIT_CHOICES]}
              value={values.uom}
              error={fieldFailure(failure, '/uom')}
              onChange={(uom) => change({ uom })}
            />
            {isDoubtful && (
              <Checkbox
                label={say('nameIsRight')}
                checked={isRight}
                onChange={(event) => setRight(event.currentTarget.checked)}
              />
            )}
          </Stack>
        </fieldset>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {core('cancel')}
          </Button>
          <Button
            type="submit"
            loading={isSending}
            disabled={isUnanswered || values.name.trim() === '' || (isDoubtful && !isRight)}
          >
            {core('create')}
          </Button>
        </Group>
      </Form>
    </Modal>
  )
}
