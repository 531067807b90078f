/** Error codes for refused receipts of deliveries (status 409). problems.ts explains what an entry contains. */
import type { AboutCode } from './about-code.ts'

export const DELIVERY_CONFLICTS = {
  NOT_EXPECTED: {
    status: 409,
    title: 'Nothing is expected by this document',
    when: 'A delivery names a document that announces no goods: an order that is not posted, a receipt that is no longer a draft, a closed or cancelled document, or a document of another kind.',
    advice: 'Read the report of expected goods again, or receive without `documentId`.',
    said: [
      'По этому документу больше ничего не ждут: возможно, его уже приняли.',
      'Nothing is expected by this document: it may have been received already.',
    ],
    figures: { documentId: 'id', number: 'name', status: 'word' },
    told: [
      'По документу {{number}} больше ничего не ждут: возможно, его уже приняли.',
      'Nothing is expected by document {{number}}: it may have been received already.',
    ],
  },
  DELIVERY_EXCEEDED: {
    status: 409,
    title: 'More arrived than the document still expects',
    when: 'The quantity of a line, without its `beyond`, is more than the document still expects of the product. Somebody else may have received the goods.',
    advice: 'Check whether the goods were already received. If more really arrived, give the excess as `beyond`.',
    said: [
      'Столько по документу уже не ждут: возможно, часть принял кто-то другой.',
      'That much is no longer expected: somebody else may have received a part.',
    ],
    figures: {
      documentId: 'id',
      number: 'name',
      productId: 'id',
      product: 'name',
      asked: 'quantity',
      left: 'quantity',
    },
    told: [
      'По документу {{number}} ждут ещё {{left}} «{{product}}», а принимают {{asked}}: возможно, часть принял кто-то другой.',
      'Document {{number}} still expects {{left}} of “{{product}}”, not {{asked}}: somebody else may have received a part.',
    ],
  },
} as const satisfies Record<string, AboutCode>
