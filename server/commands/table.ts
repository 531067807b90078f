/** All commands. Routes, validation, the OpenAPI document and the generated tests are made from this table. */
import type { Command } from './define.ts'
import * as orders from './orders.ts'
import * as partners from './partners.ts'
import * as priceTypes from './price-types.ts'
import * as products from './products.ts'
import * as stock from './stock.ts'
import * as warehouses from './warehouses.ts'

export const COMMANDS: readonly Command[] = [warehouses, priceTypes, products, partners, stock, orders].flatMap(
  (family) =>
    Object.values(family).filter(
      (member): member is Command => typeof member === 'object' && member !== null && 'decide' in member,
    ),
)
