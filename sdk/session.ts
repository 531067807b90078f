/**
 * A client for a signed-in user at the session address: the account, the choice of a company, and everything a token's
 * client can do, as far as the user's role allows. In a browser the browser stores the cookies; elsewhere pass a
 * `fetch` that does.
 */
import { baseUrlOf, methodsOf } from './calls.ts'
import { companyMethods } from './company.ts'
import { type CallOptions, type ConnectionOptions, call, jsonOf } from './requests.ts'
import type { ExportImportQuery, User } from './types.ts'

/** The password was correct, and a second factor is required: see `account.confirmSignIn`. */
export interface PendingSignIn {
  readonly twoFactorRedirect: true
}

/** One of the user's active sessions. */
export interface OpenSession {
  /** Identifies the session; pass it to `sessions.end`. */
  readonly token: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
}

export type SessionClient = ReturnType<typeof createSessionClient>

/** Makes calls to the sign-in addresses. These know no idempotency keys, so a lost request is not sent again. */
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
/** `invitation`: the token from the invitation link. */
type CompanyOrInvitation = { readonly companyName: string } | { readonly invitation: string }
/** A recovery code can be used once instead of a code from the authenticator. */
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
    /** The answer contains `twoFactorRedirect` if a second factor is required; continue with `confirmSignIn`. */
    signIn: (account: Email & Password, how?: CallOptions) =>
      post<{ user: User } | PendingSignIn>('sign-in/email', account, how),
    confirmSignIn: (factor: SecondFactor, how?: CallOptions) =>
      post<{ user: User }>(`two-factor/${factorPath(factor)}`, factorBody(factor), how),
    signOut: (how?: CallOptions) => post('sign-out', {}, how),
    /** Sends a reset link by mail; answers the same whether the account exists or not. */
    requestPasswordReset: (account: Email, how?: CallOptions) => post('request-password-reset', account, how),
    /** Sets a new password with the token from the link. */
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
      /** The session of this client; its `token` identifies it among the others. */
      current: async (how?: CallOptions) =>
        (await ask<{ session: OpenSession }>('GET', '/api/auth/get-session', undefined, how)).session,
      end: (session: Pick<OpenSession, 'token'>, how?: CallOptions) =>
        post('revoke-session', { token: session.token }, how),
      endOthers: (how?: CallOptions) => post('revoke-other-sessions', {}, how),
    },
    twoFactor: {
      /**
       * Takes effect only after `confirm`. `totpURI` is for the authenticator; the recovery codes are shown only here.
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

/** @param options `baseUrl` is the session address; outside a browser `fetch` must store cookies (sdk/README.md). */
export function createSessionClient(options: ConnectionOptions) {
  const { origin } = new URL(baseUrlOf(options))
  const { read, act, write, download } = methodsOf(options, { origin })
  return {
    ...companyMethods(options, { origin }),
    account: accountMethods(options, origin),
    session: {
      /** The signed-in user, and the company the session acts for. */
      read: read('readSession'),
      chooseCompany: act('chooseCompany'),
    },
    tokens: {
      list: read('listTokens'),
      /** `secret` is only in the first answer. */
      issue: act('issueToken'),
      revoke: act('revokeToken'),
    },
    integration: {
      /** The connection to the external accounting system, and its imports. */
      read: read('readIntegration'),
      /** Verifies the token at the external system, which may take half a minute. */
      connect: write('connectIntegration'),
      disconnect: write('disconnectIntegration'),
      imports: {
        /** Runs in the service until it is `ready`, even if nobody waits; `integration.read` shows the progress. */
        start: write('startImport'),
        pause: write('pauseImport'),
        resume: write('resumeImport'),
        cancel: write('cancelImport'),
        /** Writes the planned records. */
        apply: write('applyImport'),
        /** Lists the rows of the report. */
        rows: read('listImportRows'),
        /** How many rows have each problem, and what to do about it. */
        problems: read('listImportProblems'),
        /** Downloads the whole report: a spreadsheet for people, or JSON. */
        report: (jobId: string, query: ExportImportQuery = {}, how: CallOptions = {}) =>
          download('exportImport', [jobId, { format: 'xlsx', ...query }, how]),
      },
    },
    members: {
      list: read('listMembers'),
      update: act('updateMember'),
      /** Owners may remove anyone, other members only themselves. */
      remove: act('removeMember'),
    },
    invitations: {
      list: read('listInvitations'),
      /** `link` is only in the first answer, and null if it was sent by mail. */
      create: act('inviteMember'),
      withdraw: act('withdrawInvitation'),
      preview: act('previewInvitation'),
      accept: act('acceptInvitation'),
    },
  }
}
