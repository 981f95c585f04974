import * as admin from './admin.js'
import { aggregate } from './aggregate.js'
import type { Command } from './command.js'
import * as ddl from './ddl.js'
import { explain } from './explain.js'
import * as find from './find.js'
import { findAndModify } from './find-and-modify.js'
import * as write from './write.js'

/** Every command by its name on the wire, aliases included. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ...(['hello', 'isMaster', 'ismaster'] as const).map((name): [string, Command] => [name, admin.hello]),
  ['ping', admin.ping],
  ['buildInfo', admin.buildInfo],
  ['buildinfo', admin.buildInfo],
  ['serverStatus', admin.serverStatus],
  ['connectionStatus', admin.connectionStatus],
  ['whatsmyuri', admin.whatsmyuri],
  ['getParameter', admin.getParameter],
  ['replSetGetStatus', admin.replSetGetStatus],
  ['dbStats', admin.dbStats],
  ['collStats', admin.collStats],
  ['insert', write.insert],
  ['update', write.update],
  ['delete', write.remove],
  ['findAndModify', findAndModify],
  ['findandmodify', findAndModify],
  ['find', find.find],
  ['getMore', find.getMore],
  ['killCursors', find.killCursors],
  ['count', find.count],
  ['distinct', find.distinct],
  ['aggregate', aggregate],
  ['explain', explain],
  ['create', ddl.create],
  ['drop', ddl.drop],
  ['dropDatabase', ddl.dropDatabase],
  ['createIndexes', ddl.createIndexes],
  ['dropIndexes', ddl.dropIndexes],
  ['listIndexes', ddl.listIndexes],
  ['listCollections', ddl.listCollections],
  ['listDatabases', ddl.listDatabases],
  ['collMod', ddl.collMod],
  ['commitTransaction', admin.commitTransaction],
  ['abortTransaction', admin.abortTransaction],
  ['endSessions', admin.endSessions],
  ['killSessions', admin.killSessions],
  ['refreshSessions', admin.refreshSessions],
  ['startSession', admin.startSession],
  ['saslStart', admin.saslStart],
  ['saslContinue', admin.saslContinue],
])

/** Commands of MongoDB that this engine rejects by name. */
export const REFUSED_COMMANDS: ReadonlySet<string> = new Set([
  ...['mapReduce', 'mapreduce', 'bulkWrite', 'renameCollection', 'validate', 'reIndex', 'compact', 'convertToCapped'],
  ...['authenticate', 'logout', 'createUser', 'dropUser', 'usersInfo', 'createRole', 'dropRole', 'rolesInfo'],
  ...[
    'createSearchIndexes',
    'updateSearchIndex',
    'dropSearchIndex',
    'enableSharding',
    'shardCollection',
    'killOp',
    'currentOp',
  ],
  ...[
    'killAllSessions',
    'killAllSessionsByPattern',
    'configureFailPoint',
    'setParameter',
    'replSetInitiate',
    'replSetReconfig',
    'fsync',
  ],
  ...['top', 'profile', 'hostInfo', 'getLog', 'getCmdLineOpts', 'shutdown', 'geoSearch', 'cloneCollectionAsCapped'],
])
