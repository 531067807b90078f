import { log } from '../domain/audit-log.ts'
import { NotificationRecord } from '../domain/record-schemas.ts'
import { type Notification, put } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { Flag, strictObject } from '../domain/schema.ts'
import { defineCommand, prefetchedRecord } from './define.ts'

/** PATCH /notifications/{notificationId}. Refuses: NOT_FOUND. Source: S-SETTINGS-6. */
export const markNotification = defineCommand({
  name: 'markNotification',
  method: 'PATCH',
  path: '/api/v1/notifications/:notificationId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Mark a notification as read or unread',
  description: 'Marking it again in the same way changes nothing.',
  tag: 'Notifications',
  entity: 'notification',
  action: 'notification.marked',
  body: strictObject({ read: Flag }),
  result: NotificationRecord,
  example: { read: true },
  facts: (_books, { params }) => [{ fact: 'record', kind: 'notifications', id: params.notificationId! }],
  decide(_books, { params, body, facts }, { now, revision }) {
    const kept = prefetchedRecord(facts, 'notifications', params.notificationId!)
    if (kept === null) throw notFound('notification', params.notificationId!)
    const isRead = kept.readAt !== null
    const marked: Notification = isRead === body.read ? kept : { ...kept, readAt: body.read ? now : null, revision }
    return {
      result: { kind: 'notifications', record: marked },
      changes: marked === kept ? [] : [put('notifications', marked)],
      logged: log('notification.marked', { how: body.read ? 'read' : 'unread', title: kept.title }),
    }
  },
})
