/**
 * `npm run bench -- --record` walks through the built shop in a browser and writes the client's requests to
 * client/e2e/recording.json.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'prettier'
import { projectRoot } from '../../server/settings'
import { runScript, withFolder, withShop } from './processes'

export async function record(): Promise<void> {
  const recording = await withFolder((folder) =>
    withShop({ DATA_DIR: folder }, ({ origin }) => runScript<object>('recordWalk.ts', origin)),
  )
  writeFileSync(
    join(projectRoot, 'client/e2e/recording.json'),
    await format(JSON.stringify(recording), { parser: 'json', printWidth: 120 }),
  )
}
