/**
 * A client for a signed-in user at the session address: the account, the choice of a company, and everything that a
 * client with a token can do, as far as the user's role allows. In a browser, the browser stores the cookies; elsewhere
 * pass a `fetch` that stores them.
 */
import { baseUrlOf, methodsOf } from './calls.ts'
import { companyMethods } from './company.ts'
import { type CallOptions, type ConnectionOptions, call, jsonOf } from './requests.ts'
import type { ExportImportQuery, User } from './types.ts'

/** The response to a sign-in with a correct password that still needs a second factor: see `account.confirmSignIn`. */
export interface PendingSignIn {
  readonly twoFactorRedirect: true
}

/** One of the user's active sessions. */
export interface OpenSession {
  /** Identifies the session. Pass this to `sessions.end`. */
  readonly token: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
}

export type SessionClient = ReturnType<typeof createSessionClient>

/**
 * Returns a function that calls the sign-in routes. They do not accept idempotency keys, so a POST that got no response
 * is not sent again.
 */
function accountCalls(options: ConnectionOptions, origin: string) {
  const baseUrl = baseUrlOf(options)
  return async <T>(method: 'GET' | 'POST', path: string, body?: object, how?: CallOptions): Promise<T> => {
    const headers = new Headers({ origin, accept: 'application/json' })
    if (method === 'POST') headers.set('content-type', 'application/json')
    const outgoing = { method, url: new URL(baseUrl + path), headers, key: null, isOnce: method === 'POST' }
    const sent = method === 'POST' ? { ...outgoing, body: JSON.stringify(body ?? {}) } : outgoing
    return jsonOf<T>(await call(options, sent, how))
  }
}

interface Name {
  readonly name: string
}
interface Email {
  readonly email: string
}
interface Password {
  readonly password: string
}
/**
 * Where a new user will work: in a new company with the given name, or in the company that invited the user.
 * `invitation` is the token from the invitation link.
 */
type CompanyOrInvitation = { readonly companyName: string } | { readonly invitation: string }
/** The second factor: a code from the authenticator app, or a recovery code, which can be used once. */
type SecondFactor = { readonly code: string } | { readonly recoveryCode: string }

const factorPath = (factor: SecondFactor) => ('code' in factor ? 'verify-totp' : 'verify-backup-code')
const factorBody = (factor: SecondFactor) => ({ code: 'code' in factor ? factor.code : factor.recoveryCode })

function accountMethods(options: ConnectionOptions, origin: string) {
  const ask = accountCalls(options, origin)
  const post = <T = unknown>(path: string, body?: object, how?: CallOptions) =>
    ask<T>('POST', `/api/auth/${path}`, body, how)
  return {
    /**
     * Creates a user and signs in. The user becomes the owner of a new company, or a member of the inviting company.
     */
    signUp: (account: Name & Email & Password & CompanyOrInvitation, how?: CallOptions) =>
      post<{ user: User }>('sign-up/email', account, how),
    /**
     * Signs in. If a second factor is required, the response contains `twoFactorRedirect`; then call `confirmSignIn`.
     */
    signIn: (account: Email & Password, how?: CallOptions) =>
      post<{ user: User } | PendingSignIn>('sign-in/email', account, how),
    confirmSignIn: (factor: SecondFactor, how?: CallOptions) =>
      post<{ user: User }>(`two-factor/${factorPath(factor)}`, factorBody(factor), how),
    signOut: (how?: CallOptions) => post('sign-out', {}, how),
    /** Sends an e-mail with a reset link. The response is the same whether the account exists or not. */
    requestPasswordReset: (account: Email, how?: CallOptions) => post('request-password-reset', account, how),
    /** Sets a new password, with the token from the reset link. */
    resetPassword: (reset: { readonly token: string; readonly newPassword: string }, how?: CallOptions) =>
      post('reset-password', reset, how),
    /** Changes the password and ends all other sessions. */
    changePassword: (change: { readonly currentPassword: string; readonly newPassword: string }, how?: CallOptions) =>
      post('change-password', change, how),
    changeEmail: (change: Password & { readonly newEmail: string }, how?: CallOptions) =>
      post('change-email', change, how),
    sendVerification: (account: Email, how?: CallOptions) => post('send-verification-email', account, how),
    rename: (change: Name, how?: CallOptions) => post('update-user', change, how),
    delete: (proof: Password, how?: CallOptions) => post('delete-user', proof, how),
    sessions: {
      list: (how?: CallOptions) => ask<OpenSession[]>('GET', '/api/auth/list-sessions', undefined, how),
      /** Reads this client's own session. Its `token` identifies it in the list of sessions. */
      current: async (how?: CallOptions) =>
        (await ask<{ session: OpenSession }>('GET', '/api/auth/get-session', undefined, how)).session,
      end: (session: Pick<OpenSession, 'token'>, how?: CallOptions) =>
        post('revoke-session', { token: session.token }, how),
      endOthers: (how?: CallOptions) => post('revoke-other-sessions', {}, how),
    },
    twoFactor: {
      /**
       * Prepares the second factor, which takes effect only after `confirm`. `totpURI` is for the authenticator app;
       * the recovery codes are returned only here.
       */
      enable: (proof: Password, how?: CallOptions) =>
        post<{ totpURI: string; backupCodes: string[] }>('two-factor/enable', proof, how),
      confirm: (factor: { readonly code: string }, how?: CallOptions) => post('two-factor/verify-totp', factor, how),
      disable: (proof: Password, how?: CallOptions) => post('two-factor/disable', proof, how),
      newRecoveryCodes: (proof: Password, how?: CallOptions) =>
        post<{ backupCodes: string[] }>('two-factor/generate-backup-codes', proof, how),
    },
  }
}

/**
 * Creates a client for a signed-in user.
 * @param options `baseUrl` is the session address; outside a browser, `fetch` must store cookies (sdk/README.md).
 */
export function createSessionClient(options: ConnectionOptions) {
  const { origin } = new URL(baseUrlOf(options))
  const { read, act, write, download } = methodsOf(options, { origin })
  return {
    ...companyMethods(options, { origin }),
    account: accountMethods(options, origin),
    session: {
      /** Reads the signed-in user and the company that is chosen in the session. */
      read: read('readSession'),
      chooseCompany: act('chooseCompany'),
      /** Downloads everything that belongs to the company, as a ZIP archive. Only for owners. */
      archive: (how: CallOptions = {}) => download('exportCompany', [how]),
      /**
       * Deletes the company for good. Only for owners. Pass the `key` yourself and keep it: `deletion` shows the receipt
       * to whoever has it.
       */
      deleteCompany: act('deleteCompany'),
      /** Reads how far a deletion is, and its receipt. Needs no session. */
      deletion: act('readDeletion'),
    },
    tokens: {
      list: read('listTokens'),
      /** Creates an API token. Only the first response contains its `secret`. */
      issue: act('issueToken'),
      revoke: act('revokeToken'),
    },
    integration: {
      /** Reads the connection to the external accounting system, and the imports from that system. */
      read: read('readIntegration'),
      /** Checks the token with the external system, which may take half a minute, and stores the connection. */
      connect: write('connectIntegration'),
      disconnect: write('disconnectIntegration'),
      imports: {
        /**
         * Starts an import. The import runs on the server until its state is `ready`, even if the client disconnects;
         * `integration.read` shows its progress.
         */
        start: write('startImport'),
        pause: write('pauseImport'),
        resume: write('resumeImport'),
        cancel: write('cancelImport'),
        /** Writes the records that an import has planned. */
        apply: write('applyImport'),
        /** Lists the rows of the report on an import. */
        rows: read('listImportRows'),
        /** Returns each kind of problem, with how many rows have it and what to do about it. */
        problems: read('listImportProblems'),
        /** Downloads the whole report on an import, as a spreadsheet or as JSON. */
        report: (jobId: string, query: ExportImportQuery = {}, how: CallOptions = {}) =>
          download('exportImport', [jobId, { format: 'xlsx', ...query }, how]),
      },
    },
    members: {
      list: read('listMembers'),
      update: act('updateMember'),
      /** Removes a member. Owners may remove anyone, other members only themselves. */
      remove: act('removeMember'),
    },
    invitations: {
      list: read('listInvitations'),
      /** Invites somebody. Only the first response contains `link`; it is null if the link was sent by e-mail. */
      create: act('inviteMember'),
      withdraw: act('withdrawInvitation'),
      preview: act('previewInvitation'),
      accept: act('acceptInvitation'),
    },
  }
}
