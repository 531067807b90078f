/** Checks that sdk/README.md works as written, even if the folder is copied out of the repository. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useService } from '../support/node/service.ts'
import { FORMATS } from '../support/papers/pictures.ts'

const service = useService()

test('the examples in sdk/README.md print the output shown there', async () => {
  const readme = await readFile('sdk/README.md', 'utf8')
  const code = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]).join('')
  const { dependencies } = JSON.parse(await readFile('sdk/package.json', 'utf8'))
  const folder = await mkdtemp(join(tmpdir(), 'skladno-sdk-'))
  try {
    await cp('sdk', join(folder, 'sdk'), { recursive: true })
    await mkdir(join(folder, 'node_modules'))
    for (const name of Object.keys(dependencies))
      await symlink(resolve('node_modules', name), join(folder, 'node_modules', name))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'picture.jpg'), await FORMATS['image/jpeg']())
    await writeFile(join(folder, 'try.ts'), code.replaceAll('http://127.0.0.1:8080', service.url))
    const { token } = await service.newCompany()
    const env = { ...process.env, SKLADNO_TOKEN: token }
    const { stdout } = await promisify(execFile)(process.execPath, ['try.ts', 'picture.jpg'], { cwd: folder, env })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toEqual([
      '3000 true true',
      '[ 200, 200 ]',
      expect.stringMatching(/^409 .*8.*7/),
      'Иван Петров 3000',
      'Чайник 1500',
      '1 null 7',
      'true',
      'shipped',
      'image/jpeg image/jpeg',
    ])
    const promised = [...code.matchAll(/\/\/ (3000 true true|\[ 200, 200 \]|1 null 7|shipped)$/gm)]
    expect(promised).toHaveLength(4)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
