/**
 * A client of whoever is signed in at the session address: the account, the choice of a company, and all that a token's client can
 * do, as far as the user's role may. In a browser the browser keeps the cookies; elsewhere a `fetch` that does is to be given.
 */
import { baseUrlOf, methodsOf } from './calls.ts'
import { companyMethods } from './company.ts'
import { type CallOptions, type ConnectionOptions, call, jsonOf } from './requests.ts'
import type { ExportImportQuery, User } from './types.ts'

/** The password was right, and a second factor is asked for: see `account.confirmSignIn`. */
export interface PendingSignIn {
  readonly twoFactorRedirect: true
}

/** Where someone is signed in. */
export interface OpenSession {
  /** Names the session in `endSession`. */
  readonly token: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
}

export type SessionClient = ReturnType<typeof createSessionClient>

/** What asks at the addresses of the sign-in, which know no keys: what is lost on the way is not sent again. */
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
/** `invitation`: the token of its link. */
type CompanyOrInvitation = { readonly companyName: string } | { readonly invitation: string }
/** One of the recovery codes stands for a code of the authenticator, once. */
type SecondFactor = { readonly code: string } | { readonly recoveryCode: string }

const factorPath = (factor: SecondFactor) => ('code' in factor ? 'verify-totp' : 'verify-backup-code')
const factorBody = (factor: SecondFactor) => ({ code: 'code' in factor ? factor.code : factor.recoveryCode })

function accountMethods(options: ConnectionOptions, origin: string) {
  const ask = accountCalls(options, origin)
  const post = <T = unknown>(path: string, body?: object, how?: CallOptions) =>
    ask<T>('POST', `/api/auth/${path}`, body, how)
  return {
    /** Makes a user and a company with him as its owner, or a member of the company of an invitation; signs in. */
    signUp: (account: Name & Email & Password & CompanyOrInvitation, how?: CallOptions) =>
      post<{ user: User }>('sign-up/email', account, how),
    /** `twoFactorRedirect`: the second factor is asked for, with `confirmSignIn`. */
    signIn: (account: Email & Password, how?: CallOptions) =>
      post<{ user: User } | PendingSignIn>('sign-in/email', account, how),
    confirmSignIn: (factor: SecondFactor, how?: CallOptions) =>
      post<{ user: User }>(`two-factor/${factorPath(factor)}`, factorBody(factor), how),
    signOut: (how?: CallOptions) => post('sign-out', {}, how),
    /** Sends a link by mail; answers alike whether there is such an account or not. */
    requestPasswordReset: (account: Email, how?: CallOptions) => post('request-password-reset', account, how),
    /** With the token of the link. */
    resetPassword: (reset: { readonly token: string; readonly newPassword: string }, how?: CallOptions) =>
      post('reset-password', reset, how),
    /** Ends all other sessions. */
    changePassword: (change: { readonly currentPassword: string; readonly newPassword: string }, how?: CallOptions) =>
      post('change-password', change, how),
    changeEmail: (change: Password & { readonly newEmail: string }, how?: CallOptions) =>
      post('change-email', change, how),
    sendVerification: (account: Email, how?: CallOptions) => post('send-verification-email', account, how),
    rename: (change: Name, how?: CallOptions) => post('update-user', change, how),
    delete: (proof: Password, how?: CallOptions) => post('delete-user', proof, how),
    sessions: {
      list: (how?: CallOptions) => ask<OpenSession[]>('GET', '/api/auth/list-sessions', undefined, how),
      /** The one that asks; its `token` tells it among the others. */
      current: async (how?: CallOptions) =>
        (await ask<{ session: OpenSession }>('GET', '/api/auth/get-session', undefined, how)).session,
      end: (session: Pick<OpenSession, 'token'>, how?: CallOptions) =>
        post('revoke-session', { token: session.token }, how),
      endOthers: (how?: CallOptions) => post('revoke-other-sessions', {}, how),
    },
    twoFactor: {
      /** Takes effect with `confirm`. `totpURI` is for the authenticator, the recovery codes are shown this once. */
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
 * @param options `baseUrl` is the session address; outside a browser `fetch` must keep cookies (sdk/README.md).
 */
export function createSessionClient(options: ConnectionOptions) {
  const { origin } = new URL(baseUrlOf(options))
  const { read, act, write, download } = methodsOf(options, { origin })
  return {
    ...companyMethods(options, { origin }),
    account: accountMethods(options, origin),
    session: {
      /** Who is signed in, and the company that the session acts for. */
      read: read('readSession'),
      chooseCompany: act('chooseCompany'),
    },
    tokens: {
      list: read('listTokens'),
      /** `secret` is in the first answer alone. */
      issue: act('issueToken'),
      revoke: act('revokeToken'),
    },
    integration: {
      /** The connection to the external accounting system, and its imports. */
      read: read('readIntegration'),
      /** Verifies the token there, which may take half a minute. */
      connect: write('connectIntegration'),
      disconnect: write('disconnectIntegration'),
      imports: {
        /** Goes on at the service until it is `ready`, whoever waits; `integration.read` tells how far it has come. */
        start: write('startImport'),
        pause: write('pauseImport'),
        resume: write('resumeImport'),
        cancel: write('cancelImport'),
        /** Writes what is planned. */
        apply: write('applyImport'),
        /** A page of the report. */
        rows: read('listImportRows'),
        /** How many rows have which problem, and what to do. */
        problems: read('listImportProblems'),
        /** The whole report: a spreadsheet for people, or JSON. */
        report: (jobId: string, query: ExportImportQuery = {}, how: CallOptions = {}) =>
          download('exportImport', [jobId, { format: 'xlsx', ...query }, how]),
      },
    },
    members: {
      list: read('listMembers'),
      update: act('updateMember'),
      /** Owners remove anyone, members themselves. */
      remove: act('removeMember'),
    },
    invitations: {
      list: read('listInvitations'),
      /** `link` is in the first answer alone, and null when it was sent by mail. */
      create: act('inviteMember'),
      withdraw: act('withdrawInvitation'),
      preview: act('previewInvitation'),
      accept: act('acceptInvitation'),
    },
  }
}
