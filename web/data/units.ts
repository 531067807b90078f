/**
 * The most common units of measure, suggested where a user types one. They are spelled as in ОКЕИ, the Russian
 * classifier of units.
 */
export const UNIT_CHOICES: readonly string[] = [
  ...['шт', 'упак', 'кор', 'пач', 'компл', 'набор', 'пар', 'рул', 'бут', 'флак', 'ящ', 'лист'],
  ...['кг', 'г', 'т', 'л', 'мл', 'м', 'пог. м', 'см', 'мм', 'м2', 'м3'],
]
