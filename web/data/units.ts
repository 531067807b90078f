/** Units of measure that goods are mostly counted in, as ОКЕИ writes them: offered where a unit is typed. */
export const UNIT_CHOICES: readonly string[] = [
  ...['шт', 'упак', 'кор', 'пач', 'компл', 'набор', 'пар', 'рул', 'бут', 'флак', 'ящ', 'лист'],
  ...['кг', 'г', 'т', 'л', 'мл', 'м', 'пог. м', 'см', 'мм', 'м2', 'м3'],
]
