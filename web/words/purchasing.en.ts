export const purchasingEn = {
  places: 'What there is in purchasing',
  purchases: 'Purchases',
  documents: 'Documents',
  files: 'Files',
  payments: 'Payments',
}
