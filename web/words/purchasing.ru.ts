export const purchasingRu = {
  places: 'Что в закупках',
  purchases: 'Закупки',
  documents: 'Документы',
  files: 'Файлы',
  payments: 'Платежи',
}
