import {
  CurrentUserBody,
  GetProfile,
  GetSession,
  ProfileBody,
  ProfileForm,
  SaveProfile,
  SessionBody,
} from '../identity/index.js'
import { PRECONDITION_INVALID } from './errors.js'
import { PROFILE, PROFILE_FORM, SESSION_USER } from './examples/account.js'
import type { Operation } from './operation.js'

const tag = 'account'

export const account: readonly Operation[] = [
  {
    id: 'getProfile',
    method: 'get',
    path: '/api/profile',
    tag,
    summary: 'Read your profile',
    calls: [GetProfile],
    response: {
      status: 200,
      description: 'The profile. Its `ETag` is the version to send in `If-Match`.',
      schema: ProfileBody,
      headers: ['ETag'],
      example: { success: true, profile: PROFILE },
    },
  },
  {
    id: 'saveProfile',
    method: 'put',
    path: '/api/profile',
    tag,
    summary: 'Save your profile',
    description:
      'Replaces the profile. Send the version that was read in `If-Match` or in `version`. Without either, the ' +
      'last write wins.',
    calls: [SaveProfile],
    headers: ['If-Match'],
    body: { schema: ProfileForm, example: PROFILE_FORM },
    response: {
      status: 200,
      description: 'The profile as saved.',
      schema: ProfileBody,
      headers: ['ETag'],
      example: { success: true, profile: PROFILE },
    },
    errors: [PRECONDITION_INVALID],
  },
  {
    id: 'getCurrentUser',
    method: 'get',
    path: '/api/users/me',
    tag,
    summary: 'Read the signed-in user',
    calls: [GetSession],
    response: {
      status: 200,
      description: 'The signed-in user.',
      schema: CurrentUserBody,
      example: { success: true, user: SESSION_USER },
    },
  },
  {
    id: 'getSession',
    method: 'get',
    path: '/api/auth/session',
    tag,
    summary: 'Read your session',
    calls: [GetSession],
    response: {
      status: 200,
      description: 'The signed-in user, and when the token expires, in milliseconds since 1970.',
      schema: SessionBody,
      example: { success: true, user: SESSION_USER, expiresAt: 1_795_348_800_000 },
    },
  },
]
