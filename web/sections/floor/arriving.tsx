/**
 * The screen for receiving a delivery against a document. Each scan counts goods that arrived, and the screen shows
 * what is still missing.
 */
import { Button, Group, Switch, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { type Label, readCode } from '../../codes/scanned-code.ts'
import { leadToUnread } from '../../components/number-field.tsx'
import { milli, plus } from '../../data/amounts.ts'
import type { KeptTask } from '../../data/floor/kept-task.ts'
import type { KnownProduct } from '../../data/floor/known-products.ts'
import { dropPhotos } from '../../data/floor/photos.ts'
import { useAll, useRecord } from '../../data/lists.ts'
import { labelText } from '../../parts/label-text.ts'
import { PartnerField } from '../../parts/partner-field.tsx'
import { WarehouseField } from '../../parts/warehouse-field.tsx'
import { quantity } from '../../words/format.ts'
import { sayIfKnown, useWords } from '../../words/words.ts'
import { scannedBefore, withLabel } from '../lines/line-scans.ts'
import {
  type ArrivingLine,
  type ArrivingState,
  arrivedLines,
  beyondOf,
  deliveryOf,
  isWhole,
  NO_DELIVERY,
  shortOf,
  surplusLine,
} from './arriving-state.ts'
import { useFloor } from './context.ts'
import { DeliveryPhotos } from './delivery-photos.tsx'
import classes from './floor.module.css'
import { ConfirmOnFloor } from './goods-task.tsx'
import { DamagedField, QuantityField, RemoveLine } from './lines.tsx'
import { ScanBar } from './scan-bar.tsx'
import { STOCKED, unknownWord } from './scanned-lines.ts'

interface ArrivingProps {
  readonly kept: KeptTask<ArrivingState>
}

export function Arriving({ kept }: ArrivingProps) {
  const say = useWords('floor')
  const navigate = useNavigate()
  const { line, tell, isAway } = useFloor()
  const [isAsked, setAsked] = useState(false)
  const foot = useRef<HTMLElement>(null)
  const { task } = kept
  const scans = useArrivals(kept)
  const from = sayIfKnown('floor', `source-${task.kind}`, { number: task.number }) ?? task.number
  const ready = arrivedLines(task)
  const isPlaced = task.supplierId !== '' && task.warehouseId !== ''
  const short = task.lines.filter((one) => shortOf(one) > 0).length
  const leave = () => kept.renew(NO_DELIVERY)
  const giveUp = () => {
    void dropPhotos(task.photos)
    leave()
  }
  const ask = () => {
    const wrong = task.lines.find(({ counted, damaged }) => milli(damaged) > milli(counted))
    if (wrong !== undefined) return tell('wrong', say('damagedTooMuch', { name: wrong.name }))
    if (!leadToUnread(foot.current!.parentElement)) setAsked(true)
  }
  const finish = async () => {
    setAsked(false)
    await line.add([deliveryOf(kept.now())])
    if (isAway) tell('info', say('keptForLater', { count: 1 }))
    leave()
    void navigate({ to: '/floor' })
  }
  return (
    <div className={classes.task}>
      <div className={classes.place}>
        <span>
          <b>{from}</b> {[task.supplier, task.warehouse].filter(Boolean).join(' → ')}
        </span>
        <Button size="lg" variant="subtle" className={classes.change} onClick={giveUp}>
          {say('otherDelivery')}
        </Button>
      </div>
      <Places kept={kept} />
      <ScanBar onCode={scans.scan} onProduct={scans.take} />
      <ArrivingLines lines={task.lines} onChange={scans.change} onRemove={scans.remove} />
      <DeliveryPhotos
        names={task.photos}
        onChange={(how) => kept.change((now) => ({ ...now, photos: how(now.photos) }))}
      />
      <footer className={classes.foot} ref={foot}>
        {short > 0 && !isWhole(task) && (
          <Switch
            size="lg"
            mb="sm"
            label={say('restMissing')}
            checked={task.isRestMissing}
            onChange={({ currentTarget: { checked } }) => kept.change((now) => ({ ...now, isRestMissing: checked }))}
          />
        )}
        <Button size="lg" fullWidth disabled={ready.length === 0 || !isPlaced} onClick={ask}>
          {ready.length === 0 ? say('receive') : say('actionLines', { action: say('receive'), count: ready.length })}
        </Button>
      </footer>
      {isAsked && (
        <ConfirmOnFloor
          action={say('receive')}
          consequence={<Consequence task={task} from={from} />}
          onConfirm={() => void finish()}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}

/** The fields for the supplier and the warehouse, shown if the document does not specify them. */
function Places({ kept: { task, change } }: ArrivingProps) {
  const say = useWords('floor')
  const [asks] = useState({ supplier: task.supplierId === '', warehouse: task.warehouseId === '' })
  const { record: warehouses } = useAll('warehouses')
  const { record: supplier } = useRecord('partners', asks.supplier ? task.supplierId : null)
  const setWarehouse = useCallback(
    (warehouseId: string) =>
      change((now) => ({
        ...now,
        warehouseId,
        warehouse: warehouses?.find(({ id }) => id === warehouseId)?.name ?? '',
      })),
    [change, warehouses],
  )
  if (!asks.supplier && !asks.warehouse) return null
  return (
    <div className={classes.setup}>
      {asks.warehouse && (
        <WarehouseField label={say('toWarehouse')} value={task.warehouseId} isFirst onChange={setWarehouse} />
      )}
      {asks.supplier && (
        <PartnerField
          as="supplier"
          label={say('supplier')}
          value={supplier?.id ?? (task.supplierId || null)}
          onChange={(id) => change((now) => ({ ...now, supplierId: id ?? '' }))}
        />
      )}
    </div>
  )
}

/** Explains what will be received, and how this differs from the document. */
function Consequence({ task, from }: { readonly task: ArrivingState; readonly from: string }) {
  const say = useWords('floor')
  const count = arrivedLines(task).length
  const of = (amount: (line: ArrivingLine) => number) => task.lines.filter((line) => amount(line) > 0)
  const listed = (lines: readonly ArrivingLine[], amount: (line: ArrivingLine) => number) =>
    lines.map((line) => `${line.name} ${quantity(amount(line), line.uom)}`).join(', ')
  const short = of(shortOf)
  const [beyond, damaged] = [of(beyondOf), of((line) => line.damaged)]
  const shortWord = isWhole(task) || task.isRestMissing ? 'willBeMissing' : 'willComeLater'
  return (
    <>
      {say('willReceiveBy', { from, count, warehouse: task.warehouse })}
      {short.length > 0 && <Text>{say(shortWord, { goods: listed(short, shortOf) })}</Text>}
      {beyond.length > 0 && <Text>{say('willBeBeyond', { goods: listed(beyond, beyondOf) })}</Text>}
      {damaged.length > 0 && <Text>{say('willBeDamaged', { goods: listed(damaged, (line) => line.damaged) })}</Text>}
    </>
  )
}

/** A hook that counts scanned goods. Goods that are not in the document are counted as surplus. */
function useArrivals({ now, change: changeTask }: KeptTask<ArrivingState>) {
  const say = useWords('floor')
  const { known, tell } = useFloor()
  const setLines = (how: (lines: readonly ArrivingLine[]) => readonly ArrivingLine[]) =>
    changeTask((before) => ({ ...before, lines: how(before.lines) }))
  const change = (productId: string, part: Partial<ArrivingLine>) =>
    setLines((lines) => lines.map((one) => (one.productId === productId ? { ...one, ...part } : one)))
  const take = (product: KnownProduct, count: number, label: Label | null = null) => {
    const { id, name, uom, kind } = product
    if (!STOCKED.includes(kind)) return tell('wrong', say(`notStocked-${kind as 'bundle'}`, { name }))
    if (!now().lines.some(({ productId }) => productId === id)) setLines((lines) => [surplusLine(product), ...lines])
    const line = now().lines.find(({ productId }) => productId === id)!
    const counted = plus(line.counted, count)
    change(id, { counted, ...withLabel(line, label) })
    const beyond = beyondOf({ ...line, counted })
    if (beyond > 0) return tell('info', say('arrivedBeyond', { name, beyond: quantity(beyond, uom) }))
    tell('ok', say('picked', { name, picked: quantity(counted), needed: quantity(line.expected, uom) }))
  }
  const scan = async (code: string) => {
    const twice = scannedBefore(now().lines, code)
    if (twice !== null) return tell('wrong', say('scannedBefore', { serial: twice.serial! }))
    const { label } = readCode(code)
    const here = known.remember(code)
    if (here !== null && now().lines.some(({ productId }) => productId === here.product.id))
      return take(here.product, here.count, label)
    const found = await known.lookUp(code)
    if (found === 'away') return tell('wrong', say('awayUnknown', { code }))
    if (found.length !== 1) return tell('wrong', say(unknownWord(code, found.length), { code }))
    take(found[0]!.product, found[0]!.count, label)
  }
  return {
    change,
    scan: (code: string) => void scan(code),
    take: (product: KnownProduct, count: number) => take(product, count),
    remove: (productId: string) => setLines((lines) => lines.filter((one) => one.productId !== productId)),
  }
}

interface ArrivingLinesProps {
  readonly lines: readonly ArrivingLine[]
  readonly onChange: (productId: string, part: Partial<ArrivingLine>) => void
  readonly onRemove: (productId: string) => void
}

function ArrivingLines({ lines, onChange, onRemove }: ArrivingLinesProps) {
  const say = useWords('floor')
  const [open, setOpen] = useState<string | null>(null)
  return (
    <ul className={classes.rows} aria-label={say('lines')}>
      {lines.map((line) => {
        const { productId, counted, expected, uom } = line
        const isDone = milli(counted) >= milli(expected)
        return (
          <li key={productId} className={classes.line} data-state={isDone ? 'done' : 'known'}>
            <UnstyledButton
              className={classes.lineHead}
              aria-expanded={open === productId}
              onClick={() => setOpen((before) => (before === productId ? null : productId))}
            >
              <span className={classes.lineName}>
                {line.name}
                <LineNote line={line} />
              </span>
              <span className={classes.lineQuantity}>
                {say('pickedOf', { picked: quantity(counted), needed: quantity(expected, uom) })}
              </span>
            </UnstyledButton>
            {open === productId && (
              <LineFigures
                line={line}
                onChange={(part) => onChange(productId, part)}
                onRemove={() => onRemove(productId)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function LineNote({ line }: { readonly line: ArrivingLine }) {
  const say = useWords('floor')
  const core = useWords('core')
  const { sku, uom, damaged, labels } = line
  const beyond = beyondOf(line)
  const notes = [
    sku,
    labelText(core, labels),
    beyond > 0 && say('beyondNote', { beyond: quantity(beyond, uom) }),
    damaged > 0 && say('damagedNote', { damaged: quantity(damaged, uom) }),
  ]
  const told = notes.filter(Boolean).join(' · ')
  return told === '' ? null : <span className={classes.note}>{told}</span>
}

interface LineFiguresProps {
  readonly line: ArrivingLine
  readonly onChange: (part: Partial<ArrivingLine>) => void
  readonly onRemove: () => void
}

function LineFigures({ line, onChange, onRemove }: LineFiguresProps) {
  const say = useWords('floor')
  const { name, uom, expected, counted, damaged } = line
  return (
    <>
      <div className={classes.lineFields}>
        <QuantityField
          label={say('arrivedQuantity', { name })}
          value={counted}
          unit={uom}
          takesZero
          onChange={(next) => onChange({ counted: next })}
        />
        {expected > 0 ? (
          <Group gap="xs">
            <Button size="lg" variant="default" onClick={() => onChange({ counted: expected })}>
              {say('pickAll')}
            </Button>
            <Button size="lg" variant="default" onClick={() => onChange({ counted: 0, damaged: 0, labels: [] })}>
              {say('pickNone')}
            </Button>
          </Group>
        ) : (
          <RemoveLine name={name} onRemove={onRemove} />
        )}
      </div>
      <DamagedField name={name} unit={uom} value={damaged} onChange={(next) => onChange({ damaged: next })} />
    </>
  )
}
