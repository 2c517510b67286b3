import manifest from '../../../package.json' with { type: 'json' }

/** Command of `npm start`. */
export const startCommand = manifest.scripts.start
/** Its arguments of Node: V8's flags, our start file and its command. */
export const startArguments = startCommand.split(' ').slice(1)
/** V8's flags of a server that runs, for measurements in a process of their own. */
export const serverFlags = startArguments.filter((argument) => argument.startsWith('--'))
