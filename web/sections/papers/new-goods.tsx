/**
 * The dialog that creates a product for each line without one. The user first compares each name with its place on the
 * scanned page.
 */
import { Alert, Autocomplete, Button, Checkbox, Group, Modal, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import type { CreateProductBody, Extraction, ListedImportFile, Product } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { unitName } from '../../../spellings/units.ts'
import { NumberField } from '../../components/number-field.tsx'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { type Many, useMany } from '../../data/many.ts'
import { UNIT_CHOICES } from '../../data/units.ts'
import { CodeNote } from '../../parts/code-note.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import parts from '../../parts/parts.module.css'
import { useLanguage, useWords } from '../../words/words.ts'
import { LineStrip } from './file-page.tsx'
import {
  codeAsRead,
  hasDoubtfulLetters,
  type NewGoods,
  nameAsRead,
  type ReadLine,
  type ReviewForm,
  type ReviewValues,
} from './file-review-values.ts'
import classes from './files.module.css'
import { CodeCheck, NameCheck } from './name-check.tsx'

const sameGoods = (one: ReadLine, other: ReadLine) => one.name === other.name && one.sku === other.sku

/**
 * Returns the indexes of the lines for which products are created. If several lines are about the same new product,
 * only one of them is returned.
 */
export function linesToMake({ lines }: ReviewValues, extraction: Extraction): number[] {
  const read = (at: number) => extraction.lines[at]!
  const missing = lines.flatMap(({ productId, isLeftOut }, at) => (productId === null && !isLeftOut ? [at] : []))
  return missing.filter((at, index) => !missing.slice(0, index).some((before) => sameGoods(read(before), read(at))))
}

/**
 * Returns the values of a new product as they were recognized. If the name or code looks misread, the user must confirm
 * it first.
 */
function goodsOf(read: ReadLine): NewGoods {
  const { name, unit } = read
  const sku = read.sku ?? ''
  return { name, sku, uom: unitName(unit ?? ''), price: '', isTaken: !hasDoubtfulLetters(read, { name, sku }) }
}

interface NewGoodsProps {
  readonly file: ListedImportFile
  readonly form: ReviewForm
  readonly extraction: Extraction
  readonly onClose: () => void
}

/**
 * The dialog that creates the selected products, each with POST /products. The values that the user types here are
 * stored with the review.
 */
export function NewGoodsDialog({ file, form, extraction, onClose }: NewGoodsProps) {
  const say = useWords('files')
  const core = useWords('core')
  const places = linesToMake(form.values, extraction)
  const goodsAt = (at: number) => form.values.goods?.[at] ?? goodsOf(extraction.lines[at]!)
  const many = useMaking({ form, extraction, onClose }, file)
  const taken = places.filter((at) => goodsAt(at).isTaken && goodsAt(at).name.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // In React's component tree, this form is inside the form of the review. Stop the event, so that it does not submit
    // the review too.
    event.stopPropagation()
    if (taken.length > 0) many.start(new Map(taken.map((at) => [String(at), bodyOf(goodsAt(at))])))
  }
  const change = (at: number, typed: Partial<NewGoods>) => {
    many.forget([String(at)])
    form.change(({ goods }) => ({ goods: { ...goods, [at]: { ...goodsAt(at), ...goods?.[at], ...typed } } }))
  }
  const title = say('newGoods')
  return (
    <Modal opened size="xl" onClose={onClose} title={title} closeButtonProps={{ 'aria-label': core('close') }}>
      <Form onSubmit={submit} onKeyDown={(event) => event.stopPropagation()}>
        <Text size="sm" mb="md">
          {say('newGoodsText')}
        </Text>
        <fieldset disabled={many.isRunning} className={parts.fieldset}>
          <ol className={classes.goods}>
            {places.map((at) => (
              <Goods
                key={at}
                at={at}
                file={file}
                read={extraction.lines[at]!}
                goods={goodsAt(at)}
                refused={many.refused.get(String(at))}
                onChange={(typed) => change(at, typed)}
              />
            ))}
          </ol>
        </fieldset>
        <Failure error={many.failure} {...(many.waiting.size > 0 && { onRetry: many.resume })} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {core('back')}
          </Button>
          <Button type="submit" loading={many.isRunning} disabled={taken.length === 0}>
            {say('createGoods', { count: taken.length })}
          </Button>
        </Group>
      </Form>
    </Modal>
  )
}

function useMaking({ form, extraction, onClose }: Omit<NewGoodsProps, 'file'>, { id }: ListedImportFile) {
  const say = useWords('files')
  return useMany<CreateProductBody, Product>({
    name: `imports/${id}/${extraction.recognition.startedAt}/goods`,
    send: (_at, body, sending) => client.products.create(body, sending),
    onDone: (made) =>
      form.change(({ lines }) => ({
        lines: lines.map((line, index) => {
          const [, product] =
            [...made].find(([at]) => sameGoods(extraction.lines[Number(at)]!, extraction.lines[index]!)) ?? []
          return line.productId === null && product !== undefined ? { ...line, productId: product.id } : line
        }),
      })),
    onEnd: (count) => {
      toast(say('productsCreated', { count }))
      onClose()
    },
  })
}

const orNull = (typed: string) => typed.trim() || null

const bodyOf = ({ name, sku, uom, price }: NewGoods): CreateProductBody => ({
  name: name.trim(),
  sku: orNull(sku),
  uom: orNull(uom),
  ...(figureOf(price) !== null && { price: figureOf(price) }),
})

interface GoodsProps {
  readonly at: number
  readonly file: ListedImportFile
  readonly read: ReadLine
  readonly goods: NewGoods
  readonly refused: Many<CreateProductBody>['refused'] extends ReadonlyMap<string, infer R> ? R | undefined : never
  readonly onChange: (typed: Partial<NewGoods>) => void
}

function Goods({ at, file, read, goods, refused, onChange }: GoodsProps) {
  const say = useWords('files')
  const hasComma = useLanguage() === 'ru'
  const { name, sku, uom, price, isTaken } = goods
  const error = (field: string) => refused?.fields[`/${field}`]
  /**
   * Applies a change of the name or code. Once it contains no doubtful letter any more, the name counts as confirmed.
   */
  const correct = (typed: { readonly name: string } | { readonly sku: string }) =>
    onChange({ ...typed, isTaken: isTaken || !hasDoubtfulLetters(read, { name, sku, ...typed }) })
  return (
    <li>
      <LineStrip file={file} line={at} />
      <TextInput
        label={say('productName')}
        value={name}
        error={error('name')}
        onChange={(event) => correct({ name: event.currentTarget.value })}
      />
      <NameCheck name={name} read={nameAsRead(read)} />
      <div className={classes.goodsFields}>
        <TextInput
          label={say('productSku')}
          value={sku}
          error={error('sku')}
          onChange={(event) => correct({ sku: event.currentTarget.value })}
        />
        <Autocomplete
          label={say('productUnit')}
          data={[...UNIT_CHOICES]}
          value={uom}
          error={error('uom')}
          onChange={(typed) => onChange({ uom: typed })}
        />
        <NumberField
          label={say('productPrice')}
          hasComma={hasComma}
          decimals={2}
          rightSection="₽"
          value={price}
          error={error('price')}
          onChange={(typed) => onChange({ price: typed })}
        />
      </div>
      <CodeCheck code={sku} read={codeAsRead(read)} />
      <CodeNote codes={[sku]} />
      <Checkbox
        label={say('nameIsRight')}
        checked={isTaken}
        onChange={(event) => onChange({ isTaken: event.currentTarget.checked })}
      />
      {refused !== undefined && (
        <Alert color="red" variant="light" role="alert" p="xs">
          {refused.text}
        </Alert>
      )}
    </li>
  )
}
