import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startSmtp } from './smtpStandIn'

it('the SMTP stand-in discards an email if the connection closes midway, and accepts the next one', async () => {
  const smtp = await startSmtp({ hasTls: false })
  onTestFinished(() => smtp.close())

  /** Sends everything up to the email's text. */
  async function begin() {
    const socket = connect(smtp.port, '127.0.0.1')
    await once(socket, 'data')
    for (const command of ['EHLO shop', 'MAIL FROM:<a@shop.example>', 'RCPT TO:<b@shop.example>', 'DATA']) {
      socket.write(`${command}\r\n`)
      await once(socket, 'data')
    }
    socket.write('Subject: Half\r\n\r\n')
    return socket
  }

  const cut = await begin()
  cut.end('of a mail')
  await once(cut, 'close')
  const whole = await begin()
  whole.end('all of it\r\n.\r\n')
  await once(whole, 'close')
  expect(smtp.received.map(({ raw }) => raw)).toEqual([expect.stringContaining('all of it')])
})
