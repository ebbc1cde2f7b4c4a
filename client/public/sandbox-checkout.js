// @ts-check
/**
 * The sandbox's checkout script. Its `Razorpay` class has the interface of Razorpay's script, but its dialog moves no money. The same page
 * code works with both scripts.
 */
;(() => {
  /**
   * @typedef {{ razorpay_payment_id: string, razorpay_order_id: string, razorpay_signature: string }} Paid
   * @typedef {{ code: string, description: string, source?: string, step?: string, reason?: string,
   *   metadata?: { payment_id?: string, order_id?: string } }} PaymentError
   * @typedef {{ error: PaymentError }} Failure
   * @typedef {{ key: string, amount: number | string, currency?: string, name?: string, description?: string,
   *   order_id: string, prefill?: { name?: string, email?: string, contact?: string },
   *   callback_url?: string, redirect?: boolean, handler?: (response: Paid) => void, modal?: { ondismiss?: () => void, escape?: boolean },
   *   theme?: { color?: string } }} Options `amount` is in paise, and `name` is the shop's name.
   */

  const PAY_URL = '/api/payments/sandbox/pay'
  const SCENARIOS_URL = '/api/payments/sandbox/scenarios'
  const STYLES_URL = '/sandbox-checkout.css'

  /** @typedef {{ scenario: string | null, label: string, hint: string }} Scenario If `scenario` is null, the button closes the dialog. */

  /** A button with `data-pay` pays with the named scenario; one with `data-close` closes the dialog. */
  const MARKUP = `
    <dialog class="sandbox-checkout" role="dialog" aria-modal="true" aria-labelledby="sandbox-checkout-title"
      aria-describedby="sandbox-checkout-note">
      <div class="sandbox-checkout-body">
        <p class="sandbox-checkout-badge">TEST MODE</p>
        <h2 id="sandbox-checkout-title"></h2>
        <p class="sandbox-checkout-quiet"></p>
        <p class="sandbox-checkout-amount"></p>
        <p class="sandbox-checkout-quiet" id="sandbox-checkout-note">This is a try-out: no card is asked for and no money moves.</p>
        <p class="sandbox-checkout-error" role="alert"></p>
        <div class="sandbox-checkout-actions">
          <button type="button" class="sandbox-checkout-pay" data-pay="">Pay</button>
          <button type="button" data-pay="decline">Fail</button>
          <button type="button" data-close>Close</button>
        </div>
        <button type="button" class="sandbox-checkout-more" aria-expanded="false" aria-controls="sandbox-checkout-scenarios">More</button>
        <ul id="sandbox-checkout-scenarios" hidden></ul>
      </div>
    </dialog>`

  /** Resolves when the styles have loaded or failed to load. The dialog waits for this. */
  const styled = new Promise((resolve) => {
    const styles = document.createElement('link')
    styles.rel = 'stylesheet'
    styles.href = STYLES_URL
    styles.onload = styles.onerror = resolve
    document.head.append(styles)
  })

  /** The server's scenarios; empty if the request fails. @type {Promise<Scenario[]>} */
  const scenarios = fetch(SCENARIOS_URL)
    .then((response) => response.json())
    .then((body) => body.scenarios ?? [])
    .catch(() => [])

  /** @param {HTMLButtonElement} more */
  function unfold(more) {
    const list = /** @type {HTMLElement} */ (more.nextElementSibling)
    list.hidden = !list.hidden
    more.setAttribute('aria-expanded', String(!list.hidden))
  }

  /** @param {Scenario} scenario */
  function scenarioMarkup({ label, hint, scenario }) {
    const action = scenario ? `data-pay="${scenario}"` : 'data-close'
    return `<li><button type="button" aria-label="${label}" ${action}>${label}<small>${hint}</small></button></li>`
  }

  /** @param {number} paise */
  function formatRupees(paise) {
    const digits = paise % 100 === 0 ? 0 : 2
    const format = new Intl.NumberFormat('en-IN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    return `Rs. ${format.format(paise / 100)}`
  }

  /**
   * Returns the values for the page's handler, or an error in Razorpay's format.
   * @param {string} orderId
   * @param {string} [scenario]
   * @returns {Promise<Paid | Failure>}
   */
  async function pay(orderId, scenario) {
    try {
      const response = await fetch(PAY_URL, {
        method: 'POST',
        // With this key, a proxy may retry the request on another server.
        headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': orderId },
        body: JSON.stringify({ orderId, scenario }),
      })
      const body = await response.json()
      if (response.ok) return /** @type {Paid} */ (body)
      if (typeof body.error?.code === 'string') return /** @type {Failure} */ (body)
      return failure('BAD_REQUEST_ERROR', body.errors?.[0] ?? 'The payment was not accepted.', orderId)
    } catch {
      return failure('NETWORK_ERROR', 'The shop could not be reached. Nothing was paid; please try again.', orderId)
    }
  }

  /** @type {(code: string, description: string, orderId: string) => Failure} */
  const failure = (code, description, orderId) => ({
    error: { code, description, reason: 'NA', metadata: { order_id: orderId } },
  })

  /** Posts the fields to the URL, as Razorpay's page does with `redirect: true`.
   * @param {string} url
   * @param {Paid} fields */
  function sendForm(url, fields) {
    const form = document.createElement('form')
    Object.assign(form, { action: url, method: 'post', hidden: true })
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      form.append(Object.assign(input, { type: 'hidden', name, value }))
    }
    document.body.append(form)
    form.submit()
  }

  class Razorpay {
    /** @type {Options} */
    #options
    /** @type {((response: Failure) => void)[]} */
    #onFailed = []
    /** @type {HTMLDialogElement | null} */
    #dialog = null
    #isBusy = false

    /** @param {Options} options */
    constructor(options) {
      if (!options?.order_id) throw new Error('The sandbox needs an order_id.')
      this.#options = options
    }

    /**
     * The sandbox supports only one event of Razorpay's script: 'payment.failed'.
     * @param {string} event
     * @param {(response: Failure) => void} listener
     */
    on(event, listener) {
      if (event === 'payment.failed') this.#onFailed.push(listener)
    }

    /** The browser focuses the first button, and restores the focus when the dialog closes. */
    async open() {
      if (this.#dialog) return
      const dialog = this.#build()
      this.#dialog = dialog
      const [list] = await Promise.all([scenarios, styled])
      if (this.#dialog !== dialog) return
      dialog.querySelector('ul')?.insertAdjacentHTML('beforeend', list.map(scenarioMarkup).join(''))
      document.body.append(dialog)
      dialog.showModal()
    }

    close() {
      const dialog = this.#dialog
      if (!dialog) return
      this.#dialog = null
      dialog.close()
      dialog.remove()
    }

    #dismiss() {
      if (this.#isBusy) return
      this.close()
      this.#options.modal?.ondismiss?.()
    }

    /** @param {string} [scenario] */
    async #pay(scenario) {
      if (this.#isBusy) return
      this.#setBusy(true)
      this.#say('')
      const result = await pay(this.#options.order_id, scenario)
      this.#setBusy(false)
      if ('error' in result) return this.#showFailure(result)
      this.close()
      // Simulates a closed tab: the page reloads, and only the webhook reports the payment.
      if (scenario === 'webhook-only') return window.location.reload()
      const { callback_url, redirect, handler } = this.#options
      if (redirect && callback_url) sendForm(callback_url, result)
      else handler?.(result)
    }

    /** As in Razorpay's dialog, the shopper can try again.
     * @param {Failure} failed */
    #showFailure(failed) {
      this.#say(failed.error.description)
      for (const listener of this.#onFailed) listener(failed)
    }

    /** Does not set `disabled`, because a disabled button loses the focus. @param {boolean} isBusy */
    #setBusy(isBusy) {
      this.#isBusy = isBusy
      for (const one of this.#dialog?.querySelectorAll('button') ?? [])
        one.setAttribute('aria-disabled', String(isBusy))
    }

    /** @param {string} message */
    #say(message) {
      const place = this.#dialog?.querySelector('[role=alert]')
      if (!place) return
      place.textContent = message
      if (message !== '') place.scrollIntoView({ block: 'nearest' })
    }

    #build() {
      const { amount, name = 'Payment', description = '', theme, modal } = this.#options
      const room = document.createElement('div')
      room.innerHTML = MARKUP
      const dialog = /** @type {HTMLDialogElement} */ (room.firstElementChild)
      /** @type {(selector: string, text: string) => void} */
      const fill = (selector, text) => dialog.querySelector(selector)?.append(text)
      fill('h2', `${name}: test payment`)
      fill('.sandbox-checkout-quiet', description)
      fill('.sandbox-checkout-amount', formatRupees(Number(amount)))
      if (theme?.color) dialog.style.setProperty('--sandbox-accent', theme.color)
      dialog.addEventListener('click', ({ target }) => this.#press(/** @type {Element} */ (target).closest('button')))
      dialog.addEventListener('keydown', (event) => {
        if (event.key === 'Tab') this.#keepFocus(event)
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (modal?.escape !== false) this.#dismiss()
      })
      // The browser can also close the dialog, for example with a phone's Back button. During a payment, it is reopened.
      dialog.addEventListener('close', () => {
        if (this.#dialog !== dialog) return
        if (this.#isBusy) dialog.showModal()
        else this.#dismiss()
      })
      return dialog
    }

    /** @param {HTMLButtonElement | null} button */
    #press(button) {
      if (!button) return
      if (button.dataset.pay !== undefined) void this.#pay(button.dataset.pay || undefined)
      else if (button.dataset.close !== undefined) this.#dismiss()
      else unfold(button)
    }

    /** Keeps the focus inside the dialog, because Tab would move it to the browser's toolbars.
     * @param {KeyboardEvent} event */
    #keepFocus(event) {
      if (!this.#dialog) return
      const buttons = [...this.#dialog.querySelectorAll('button')].filter((one) => one.offsetParent !== null)
      const [from, to] = event.shiftKey ? [buttons[0], buttons.at(-1)] : [buttons.at(-1), buttons[0]]
      if (document.activeElement !== from) return
      event.preventDefault()
      to?.focus()
    }
  }

  Object.assign(window, { Razorpay })
})()
