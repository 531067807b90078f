/** The plain fields of a form, built from the definition of the kind of record. */
import { ActionIcon, Button, Checkbox, NativeSelect, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import type { CustomField } from '../../../sdk/types.ts'
import { figureOf } from '../../../spellings/figures.ts'
import { IconPlus, IconTrash } from '../../components/icons.ts'
import { NumberField } from '../../components/number-field.tsx'
import { useAll } from '../../data/lists.ts'
import { fieldFailure } from '../../data/refusals.ts'
import { BELOW, useChoicesMissing } from '../../parts/choices-missing.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { PaperDay } from '../../parts/paper-day.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { type SayAny, useLanguage, useWords } from '../../words/words.ts'
import { useSpecWords } from './all.ts'
import { CheckedText } from './checked-text.tsx'
import { loadedPart } from './loaded-part.tsx'
import classes from './records.module.css'
import { type AnyFields, type Field, type Line, plainValues, typedFields, type Values } from './spec.ts'

interface RecordFieldsProps {
  readonly spec: AnyFields
  /**
   * Which of the fields to show, for forms with other content between the two parts. If undefined, all fields are
   * shown.
   */
  readonly part?: 'head' | 'rest'
  /** The values of the form. They may include values of fields that the form shows elsewhere. */
  readonly values: Values
  readonly failure: Error | null
  readonly isNew: boolean
  /** Whether the first field gets the focus when the form opens. */
  readonly hasFocus?: boolean
  readonly onChange: (values: Values) => void
}

export function RecordFields({ spec, part, values, failure, isNew, hasFocus = false, onChange }: RecordFieldsProps) {
  const say = useSpecWords(spec)
  const at = (path: string) => fieldFailure(failure, path)
  const isOfPart = ({ isHead = false }: Field) => part === undefined || isHead === (part === 'head')
  const shown = typedFields(spec.fields)
    .filter(isOfPart)
    .filter((field) => (isNew || !field.isFixed) && (field.when?.(values) ?? true))
  const rows: Field[][] = []
  for (const field of shown) {
    const last = rows.at(-1)
    if (field.beside && last !== undefined) last.push(field)
    else rows.push([field])
  }
  if (rows.length === 0) return null
  // A draft from before a field was added has no value for that field, so start from the initial values.
  const all = { ...plainValues(spec.fields, null), ...values }
  return (
    <Stack gap="sm">
      {rows.map((row) => (
        <div key={row[0]!.name} className={row.length > 1 ? classes.pair : undefined}>
          {row.map((field) => (
            <OneField
              key={field.name}
              field={field}
              values={all}
              at={at}
              say={say}
              autoFocus={hasFocus && field === shown[0]}
              change={onChange}
            />
          ))}
        </div>
      ))}
    </Stack>
  )
}

interface OneProps<F extends Field = Field> {
  readonly field: F
  readonly values: Values
  readonly at: (path: string) => string | undefined
  readonly say: SayAny
  readonly autoFocus?: boolean
  readonly change: (values: Values) => void
}

const MONEY_DECIMALS = 2

function OneField(props: OneProps) {
  const core = useWords('core')
  const { field, values, change, at, say, autoFocus = false } = props
  const hasComma = useLanguage() === 'ru'
  const { name, required = false } = field
  const error = at(`/${name}`)
  const common = { label: say(name), name, description: field.hint && say(`${name}-hint`), error, required, autoFocus }
  const value = values[name]
  const set = (next: unknown) => change({ [name]: next })
  const type = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value)
  switch (field.type) {
    case 'text':
      return (
        <CheckedText
          {...{ ...common, value: value as string, onChange: type }}
          warning={field.check?.(value as string, values)}
        />
      )
    case 'day':
      return field.isOnPaper ? (
        <PaperDay {...common} value={value as string} onChange={set} />
      ) : (
        <DayField {...common} value={value as string} onChange={set} />
      )
    case 'area':
      return <Textarea {...common} rows={3} value={value as string} onChange={type} />
    case 'money':
    case 'number':
      return (
        <NumberField
          {...common}
          decimals={field.type === 'money' ? MONEY_DECIMALS : field.decimals}
          hasComma={hasComma}
          rightSection={field.type === 'number' && field.unit}
          value={value as string}
          onChange={set}
        />
      )
    case 'choice': {
      const data = Object.keys(field.choices).map((one) => ({ value: one, label: say(`${name}-${one}`) }))
      if (field.isOptional) data.unshift({ value: '', label: core('notChosen') })
      return <NativeSelect {...common} value={value as string} data={data} onChange={type} />
    }
    case 'tags':
      return <TagsInput {...common} value={[...(value as string[])]} onChange={set} />
    case 'flag':
      return (
        <Checkbox label={say(name)} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
      )
    case 'moment':
      return null
    case 'record': {
      const shown = { kind: field.kind, label: say(name), required, autoFocus, error }
      return <RecordPicker {...shown} value={value as string | null} onChange={set} />
    }
    case 'reference':
      return <Reference {...props} field={field} />
    case 'lines':
      return <Lines {...props} field={field} />
    case 'special': {
      const Input = loadedPart(field.input)
      return <Input label={say(name)} value={value} errorOf={(path) => at(`/${name}${path}`)} onChange={set} />
    }
    case 'custom':
      return (
        <CustomValues
          {...{ entityKind: field.entityKind, values: value as Values, onChange: set }}
          errorOf={(key) => at(`/${name}/${key}`)}
        />
      )
  }
}

function Reference({ field, values, change, at, say }: OneProps<Extract<Field, { type: 'reference' }>>) {
  const core = useWords('core')
  const view = useAll(field.kind)
  const { record: all = [] } = view
  const missing = useChoicesMissing(view)
  const value = (values[field.name] as string | null) ?? ''
  const shown = all.filter(({ id, archived }) => !archived || id === value)
  return (
    <NativeSelect
      label={say(field.name)}
      name={field.name}
      required={field.required ?? false}
      value={value}
      error={at(`/${field.name}`)}
      description={missing}
      inputWrapperOrder={BELOW}
      data={[{ value: '', label: core('notChosen') }, ...shown.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(event) => change({ [field.name]: event.currentTarget.value || null })}
    />
  )
}

function Lines({ field, values, change, at, say }: OneProps<Extract<Field, { type: 'lines' }>>) {
  const { name, needed } = field
  const columns = Object.keys(field.columns)
  const lines = values[name] as readonly Line[]
  const set = (next: readonly Line[]) => change({ [name]: next })
  const edit = (index: number, column: string, typed: string) =>
    set(lines.map((line, one) => (one === index ? { ...line, [column]: typed } : line)))
  return (
    <fieldset className={classes.fieldset}>
      <Text component="legend" fw={600} fz={14} mb={8}>
        {say(name)}
      </Text>
      <Stack gap="md">
        {lines.map((line, index) => (
          <div key={index} className={classes.line}>
            <div className={classes.pair}>
              {columns.map((column) => (
                <CheckedText
                  key={column}
                  warning={field.checks?.[column]?.(line[column] ?? '', line)}
                  label={say(`${name}-${column}`)}
                  required={needed.includes(column)}
                  value={line[column] ?? ''}
                  error={at(`/${name}/${index}/${column}`)}
                  onChange={(event) => edit(index, column, event.currentTarget.value)}
                />
              ))}
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={say(`${name}-remove`, { number: index + 1 })}
              onClick={() => set(lines.filter((_line, one) => one !== index))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set([...lines, Object.fromEntries(columns.map((column) => [column, '']))])}
          >
            {say(`${name}-add`)}
          </Button>
        </div>
      </Stack>
    </fieldset>
  )
}

interface CustomValuesProps {
  /** The kind of record to which the custom fields belong. */
  readonly entityKind: string
  readonly values: Values
  readonly errorOf: (key: string) => string | undefined
  readonly onChange: (values: Values) => void
}

/** The inputs for the company's custom fields. Each value is stored under the id or the name of its field. */
function CustomValues({ entityKind, values, errorOf, onChange }: CustomValuesProps) {
  const { record: fields = [] } = useAll('customFields')
  const shown = fields.filter((one) => one.entityKind === entityKind && !one.archived)
  if (shown.length === 0) return null
  const set = (one: CustomField, next: unknown) => {
    const { [one.id]: _byId, [one.name]: _byName, ...rest } = values
    const key = values[one.name] === undefined ? one.id : one.name
    onChange(next === '' || next === null ? rest : { ...rest, [key]: next })
  }
  return (
    <Stack gap="sm">
      {shown.map((one) => (
        <CustomValue
          key={one.id}
          field={one}
          value={values[one.id] ?? values[one.name]}
          error={errorOf(one.id) ?? errorOf(one.name)}
          set={(next) => set(one, next)}
        />
      ))}
    </Stack>
  )
}

interface CustomValueProps {
  readonly field: CustomField
  readonly value: unknown
  readonly error: string | undefined
  readonly set: (value: unknown) => void
}

function CustomValue({ field, value, error, set }: CustomValueProps) {
  const core = useWords('core')
  const hasComma = useLanguage() === 'ru'
  const label = field.name
  const typed = value === undefined || value === null ? '' : String(value)
  const type = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value)
  switch (field.valueType) {
    case 'boolean':
      return <Checkbox label={label} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
    case 'select':
      return (
        <NativeSelect
          label={label}
          value={typed}
          error={error}
          data={[{ value: '', label: core('any') }, ...field.options]}
          onChange={type}
        />
      )
    case 'number':
      return (
        <NumberField
          label={label}
          decimals={6}
          hasComma={hasComma}
          value={typed}
          error={error}
          onChange={(next) => set(next === '' ? null : (figureOf(next) ?? next))}
        />
      )
    case 'date':
      return <DayField label={label} value={typed.slice(0, 10)} error={error} onChange={set} />
    default:
      return <TextInput label={label} value={typed} error={error} onChange={type} />
  }
}
