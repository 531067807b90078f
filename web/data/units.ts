/** The most common units of measure, spelled as in ОКЕИ; offered where a unit is typed. */
export const UNIT_CHOICES: readonly string[] = [
  ...['шт', 'упак', 'кор', 'пач', 'компл', 'набор', 'пар', 'рул', 'бут', 'флак', 'ящ', 'лист'],
  ...['кг', 'г', 'т', 'л', 'мл', 'м', 'пог. м', 'см', 'мм', 'м2', 'м3'],
]
