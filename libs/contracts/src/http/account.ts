import {
  ChangeCurrentUser,
  CurrentUserBody,
  CurrentUserChange,
  GetCurrentUser,
  GetProfile,
  EndSession,
  GetSession,
  ListSessions,
  ProfileBody,
  ProfileForm,
  SaveProfile,
  SessionBody,
} from '../identity/index.js'
import { PRECONDITION_INVALID } from './errors.js'
import {
  CURRENT_USER,
  CURRENT_USER_CHANGE,
  OPEN_SESSION,
  PROFILE,
  PROFILE_FORM,
  SESSION_USER,
} from './examples/account.js'
import { success, type Operation } from './operation.js'

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
    calls: [GetCurrentUser],
    response: {
      status: 200,
      description: 'The signed-in user with profile and settings. Its `ETag` is the version to send in `If-Match`.',
      schema: CurrentUserBody,
      headers: ['ETag'],
      example: { success: true, user: CURRENT_USER },
    },
  },
  {
    id: 'changeCurrentUser',
    method: 'patch',
    path: '/api/users/me',
    tag,
    summary: 'Change your profile or settings',
    description:
      'Changes the fields in the body; the others stay. With `If-Match`, a change made since, perhaps on another ' +
      'device, refuses it with 412. Without it, the last write of a field wins.',
    calls: [ChangeCurrentUser],
    headers: ['If-Match'],
    body: { schema: CurrentUserChange, example: CURRENT_USER_CHANGE },
    response: {
      status: 200,
      description: 'The signed-in user as saved.',
      schema: CurrentUserBody,
      headers: ['ETag'],
      example: { success: true, user: CURRENT_USER },
    },
    errors: [PRECONDITION_INVALID],
  },
  {
    id: 'listSessions',
    method: 'get',
    path: '/api/users/me/sessions',
    tag,
    summary: 'List your open sessions',
    calls: [ListSessions],
    response: {
      status: 200,
      description: 'The sessions, the present one first.',
      schema: success(ListSessions.output),
      example: { success: true, sessions: [OPEN_SESSION] },
    },
  },
  {
    id: 'endSession',
    method: 'post',
    path: '/api/users/me/sessions/{id}/end',
    tag,
    summary: 'Sign out of one of your sessions',
    description: 'Its tokens are refused everywhere at once. `GlobalSignOut` of the user pool ends all sessions.',
    calls: [EndSession],
    params: { id: OPEN_SESSION.sessionId },
    response: {
      status: 200,
      description: 'The session has ended.',
      schema: success(EndSession.output),
      example: { success: true },
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
