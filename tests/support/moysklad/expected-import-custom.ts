/** Returns the custom values that the import must create from a MoySklad row's attributes. */
import { dayIn, idIn, type Names, named } from './expected-import-values.ts'
import type { Row } from './fake-moysklad-shapes.ts'

export interface CustomValues {
  readonly customValues: Row
  readonly codes: readonly string[]
}

export function customValuesOf({ attributes = [] }: Row, { fields }: Names): CustomValues {
  const codes: string[] = []
  const entries = attributes.flatMap((attribute: Row) => {
    const { value } = attribute
    const type = fields.get(idIn(attribute))!
    const found = customValueOf(type, value)
    if (found !== undefined) return [[named('custom_field', idIn(attribute)), found]]
    codes.push(type === 'file' ? 'attribute_file' : 'attribute_reference')
    return []
  })
  return { customValues: Object.fromEntries(entries), codes }
}

function customValueOf(type: string, value: Row[string]): unknown {
  if (['string', 'text', 'link'].includes(type)) return value.trim()
  if (type === 'long' || type === 'double') return Number(value)
  if (type === 'boolean') return value
  if (type === 'time') return dayIn(value)
  return type === 'customentity' ? value.name : undefined
}
