/**
 * The routes that only the session address has, for the OpenAPI document. One document covers both addresses but is
 * generated from the routes of the other address, so these routes are described here. A test compares this table with
 * the router.
 */
import { type TSchema, Type } from 'typebox'
import { TOKEN_SCOPES } from '../../access/tokens.ts'
import { ROLES } from '../../domain/roles.ts'
import { Flag, Id, Moment, Name, oneOf, orNull, ShortText } from '../../domain/schema.ts'
import { ARCHIVE_TYPE } from '../company-archive.ts'
import { DELETION, RECEIPT } from '../company-deletion.ts'
import { COMPANY_CHOICE } from '../session.ts'
import { INVITATION_LINK, MEMBER_CHANGE, NEW_INVITATION } from '../team.ts'
import { NEW_TOKEN } from '../tokens.ts'
import { describeOperation } from './describe-session.ts'
import { withoutOwnKeywords } from './document.ts'
import { IMPORT_OPERATIONS } from './moysklad.ts'
import type { SessionOperation } from './operation.ts'

const UserId = Type.String()

const Revision = Type.Integer({ minimum: 0 })

const Person = Type.Object(
  { id: UserId, name: ShortText },
  { title: 'Person', description: 'A person, with id and name.' },
)

const Token = Type.Object(
  {
    id: Id,
    name: Name,
    prefix: Type.String(),
    scope: oneOf(TOKEN_SCOPES),
    createdAt: Moment,
    createdBy: orNull(Person),
    lastUsedAt: orNull(Moment),
    expiresAt: orNull(Moment),
  },
  { title: 'Token', description: 'An API token. Its secret is shown only once, when the token is issued.' },
)

const Member = Type.Object(
  { userId: UserId, name: ShortText, email: ShortText, role: oneOf(ROLES), seesCosts: Flag, joinedAt: Moment },
  { title: 'Member', description: 'A member of the company.' },
)

const Invitation = Type.Object(
  {
    id: Id,
    email: orNull(ShortText),
    role: oneOf(ROLES),
    seesCosts: Flag,
    mailed: Flag,
    createdAt: Moment,
    createdBy: Person,
    expiresAt: Moment,
  },
  { title: 'Invitation', description: 'A link with which somebody can become a member.' },
)

const Company = Type.Object({ id: Id, name: ShortText }, { title: 'CompanyName', description: 'A company.' })

const Session = Type.Object(
  {
    user: Type.Object(
      { id: UserId, name: ShortText, email: ShortText, emailVerified: Flag, twoFactorEnabled: Flag },
      { title: 'User', description: 'The signed-in user.' },
    ),
    company: orNull(Company),
    role: orNull(oneOf(ROLES)),
    seesCosts: Flag,
    ...{ revision: orNull(Revision), epoch: ShortText, drill: Flag },
    companies: Type.Array(
      Type.Object(
        { id: Id, name: ShortText, role: oneOf(ROLES) },
        { title: 'Membership', description: 'A company that the user belongs to.' },
      ),
    ),
  },
  { title: 'Session', description: 'The signed-in user, and the company that the session acts for.' },
)

const InvitationPreview = Type.Object(
  {
    company: Company,
    role: oneOf(ROLES),
    seesCosts: Flag,
    email: orNull(ShortText),
    invitedBy: ShortText,
    expiresAt: Moment,
  },
  { title: 'InvitationPreview', description: 'The part of an invitation that its link shows.' },
)

const Ended = Type.Object(
  { id: Type.String(), deleted: Type.Literal(true) },
  { title: 'Ended', description: 'Confirms that the record is gone.' },
)

const itemsOf = (entry: TSchema, title: string) =>
  Type.Object({ items: Type.Array(entry) }, { title, description: 'All records of the list.' })

const NOTHING = Type.Object({}, { additionalProperties: false })
/** A route with which an owner ends something that is named in its path. */
const ENDED_BY_OWNER = { may: 'owner', body: NOTHING, refusals: ['NOT_FOUND'], answer: Ended } as const

/** The operations, listed in document order. */
const SESSION_OPERATIONS: readonly SessionOperation[] = [
  {
    method: 'get',
    path: '/api/v1/session',
    operationId: 'readSession',
    tag: 'Session',
    summary: 'Read the signed-in user',
    description:
      'The user, the companies of the user, and the company that the session acts for: null until one is chosen.',
    answer: Session,
  },
  {
    method: 'post',
    path: '/api/v1/session/company',
    operationId: 'chooseCompany',
    tag: 'Session',
    summary: 'Choose the company that the session acts for',
    description: 'It must be a company that the user belongs to. The session gets a new cookie.',
    body: COMPANY_CHOICE,
    refusals: ['NOT_FOUND'],
    answer: Session,
    isKeyless: true,
  },
  {
    method: 'get',
    path: '/api/v1/company/archive',
    operationId: 'exportCompany',
    tag: 'Session',
    summary: 'Download the company',
    description:
      'A ZIP archive with everything that belongs to the company: its records, log, keys, audit log, files and the names of its people, without secrets. docs/company-files.md describes it; `npm run import-company` brings it into another installation. The archive is made while it is being sent, so its length is not known in advance. An incomplete archive has no manifest.json.',
    may: 'owner',
    files: { [ARCHIVE_TYPE]: Type.Unsafe({ type: 'string', contentMediaType: 'application/octet-stream' }) },
  },
  {
    method: 'post',
    path: '/api/v1/company/deletion',
    operationId: 'deleteCompany',
    tag: 'Session',
    summary: 'Delete the company',
    description:
      'Deletes everything that belongs to the company, for good: records, log, files, tokens, and the accounts of people who belong to no other company. When this answer arrives, all access has ended; deleting the data takes a little longer. The name of the company and the password of the user must be given as a confirmation. Keep the `Idempotency-Key`: it opens the receipt (`readDeletion`), even if this answer was lost. All owners get the receipt by mail.',
    may: 'owner',
    body: DELETION,
    refusals: ['PASSWORD_WRONG', 'NAME_DIFFERS'],
    answer: Type.Object(
      { companyId: Id, begunAt: Moment },
      { title: 'BegunDeletion', description: 'The deletion that has begun.' },
    ),
  },
  {
    method: 'post',
    path: '/api/v1/company/deletion/receipt',
    operationId: 'readDeletion',
    tag: 'Session',
    summary: 'Read the receipt of a deletion',
    description: 'Can be read for 30 days by anybody who has the key of the deletion, signed in or not.',
    body: RECEIPT,
    refusals: ['NOT_FOUND'],
    answer: Type.Object(
      {
        begunAt: Moment,
        finishedAt: orNull(Moment),
        receipt: orNull(Type.String()),
        sha256: orNull(Type.String()),
      },
      { title: 'Deletion', description: 'How far a deletion is, and its receipt.' },
    ),
    isKeyless: true,
    isOpen: true,
  },
  {
    method: 'get',
    path: '/api/v1/tokens',
    operationId: 'listTokens',
    tag: 'Tokens',
    summary: 'List API tokens',
    description: 'Only tokens that are not revoked.',
    may: 'owner',
    answer: itemsOf(Token, 'TokenList'),
  },
  {
    method: 'post',
    path: '/api/v1/tokens',
    operationId: 'issueToken',
    tag: 'Tokens',
    summary: 'Issue an API token',
    description:
      'Only this answer contains the secret; a repeat with the same key has `secret: null`. A token with the scope `read` cannot write.',
    may: 'owner',
    body: NEW_TOKEN,
    refusals: ['LIMIT_REACHED'],
    answer: Type.Object(
      { token: Token, secret: orNull(Type.String()) },
      { title: 'IssuedToken', description: 'The token, and the secret that programs send.' },
    ),
  },
  {
    method: 'delete',
    path: '/api/v1/tokens/{tokenId}',
    operationId: 'revokeToken',
    tag: 'Tokens',
    summary: 'Revoke an API token',
    description: 'Takes effect at once on every node, also for open streams.',
    ...ENDED_BY_OWNER,
  },
  {
    method: 'get',
    path: '/api/v1/members',
    operationId: 'listMembers',
    tag: 'Team',
    summary: 'List the members of the company',
    description: 'The members, in the order in which they joined.',
    may: 'owner',
    answer: itemsOf(Member, 'MemberList'),
  },
  {
    method: 'patch',
    path: '/api/v1/members/{userId}',
    operationId: 'updateMember',
    tag: 'Team',
    summary: 'Change the role of a member',
    description:
      'Takes effect at once on every node, also for open streams. The last owner cannot get another role. `seesCosts` matters only for viewers.',
    may: 'owner',
    body: MEMBER_CHANGE,
    refusals: ['NOT_FOUND', 'LAST_OWNER'],
    answer: Member,
  },
  {
    method: 'delete',
    path: '/api/v1/members/{userId}',
    operationId: 'removeMember',
    tag: 'Team',
    summary: 'Remove a member, or leave',
    description:
      'Takes effect at once on every node, also for open streams. Members can remove themselves; owners can remove anybody.',
    body: NOTHING,
    refusals: ['NOT_FOUND', 'LAST_OWNER'],
    answer: Ended,
  },
  {
    method: 'get',
    path: '/api/v1/invitations',
    operationId: 'listInvitations',
    tag: 'Team',
    summary: 'List open invitations',
    description: 'Only invitations that can still be accepted.',
    may: 'owner',
    answer: itemsOf(Invitation, 'InvitationList'),
  },
  {
    method: 'post',
    path: '/api/v1/invitations',
    operationId: 'inviteMember',
    tag: 'Team',
    summary: 'Invite somebody to the company',
    description:
      'With an e-mail, the invitation is for that address only, and the service sends it there if it can send mail. Otherwise pass `link` on: only this answer contains it. An invitation is valid for seven days and can be used once.',
    may: 'owner',
    body: NEW_INVITATION,
    refusals: ['ALREADY_MEMBER', 'LIMIT_REACHED'],
    answer: Type.Object(
      { invitation: Invitation, link: orNull(Type.String()) },
      { title: 'NewInvitation', description: 'The invitation and its link.' },
    ),
  },
  {
    method: 'delete',
    path: '/api/v1/invitations/{invitationId}',
    operationId: 'withdrawInvitation',
    tag: 'Team',
    summary: 'Withdraw an invitation',
    description: 'The link stops working.',
    ...ENDED_BY_OWNER,
  },
  {
    method: 'post',
    path: '/api/v1/invitations/preview',
    operationId: 'previewInvitation',
    tag: 'Team',
    summary: 'Look at an invitation',
    description: 'For everybody who has the link, signed in or not.',
    body: INVITATION_LINK,
    refusals: ['NOT_FOUND'],
    answer: InvitationPreview,
    isKeyless: true,
    isOpen: true,
  },
  {
    method: 'post',
    path: '/api/v1/invitations/accept',
    operationId: 'acceptInvitation',
    tag: 'Team',
    summary: 'Accept an invitation',
    description:
      'The signed-in user becomes a member. Somebody without an account signs up with `invitation` instead of `companyName`.',
    body: INVITATION_LINK,
    refusals: ['NOT_FOUND', 'ALREADY_MEMBER'],
    answer: Type.Object(
      { company: Company, role: oneOf(ROLES), seesCosts: Flag },
      { title: 'Joined', description: 'The company that the user now belongs to, and the user’s role there.' },
    ),
  },
]

/**
 * Returns the operations by path and method, in the form that the document has before it is completed. `sessionUrl`: the
 * address that the document gives for these operations.
 */
export function sessionPaths(sessionUrl: string): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of [...SESSION_OPERATIONS, ...IMPORT_OPERATIONS]) {
    paths[operation.path] ??= {}
    const stated = { ...describeOperation(operation), servers: [{ url: sessionUrl }] }
    paths[operation.path]![operation.method] = withoutOwnKeywords(stated) as object
  }
  return paths
}
