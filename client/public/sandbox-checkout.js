// @ts-check
/**
 * The sandbox's checkout script: the same `Razorpay` class as the real one's, over a dialog that pays without money. A page
 * that works with it works with the real script, and has no code of its own for tests.
 */
;(() => {
  /**
   * @typedef {{ razorpay_payment_id: string, razorpay_order_id: string, razorpay_signature: string }} Paid
   * @typedef {{ code: string, description: string, source?: string, step?: string, reason?: string,
   *   metadata?: { payment_id?: string, order_id?: string } }} PaymentError
   * @typedef {{ error: PaymentError }} Failure
   * @typedef {object} Options
   * @property {string} key
   * @property {number | string} amount in paise
   * @property {string} [currency]
   * @property {string} [name] the shop's
   * @property {string} [description]
   * @property {string} order_id
   * @property {{ name?: string, email?: string, contact?: string }} [prefill]
   * @property {(response: Paid) => void} [handler]
   * @property {{ ondismiss?: () => void, escape?: boolean }} [modal]
   * @property {{ color?: string }} [theme]
   */

  const PAY_URL = '/api/payments/sandbox/pay'

  /** What can go wrong with a payment, and nobody can order from a real provider. Without a scenario nothing is paid. */
  const SCENARIOS = [
    { label: 'Decline', hint: 'the bank says no', scenario: 'decline' },
    { label: 'Close without paying', hint: 'the shopper changes their mind', scenario: null },
    { label: 'Tab closed after paying', hint: 'only the webhook tells', scenario: 'webhook-only' },
    { label: 'Webhook three times', hint: 'the same event again and again', scenario: 'webhook-thrice' },
    { label: 'Webhook before the answer', hint: 'the page hears of it second', scenario: 'webhook-first' },
    { label: 'Late webhook', hint: 'some seconds after the answer', scenario: 'late-webhook' },
    { label: 'Wrong amount', hint: 'one rupee is missing', scenario: 'wrong-amount' },
    { label: 'Bad signature', hint: 'a forged answer, nothing is paid', scenario: 'bad-signature' },
  ]

  const STYLES = `
    .sandbox-checkout, .sandbox-checkout * { box-sizing: border-box; }
    .sandbox-checkout {
      width: min(26rem, calc(100vw - 1.5rem)); max-height: calc(100dvh - 1.5rem); margin: auto; padding: 0; overflow: auto;
      border: 0; border-top: 6px solid var(--sandbox-accent, #a4452a); border-radius: 14px; background: #fff; color: #2b2521;
      font: 400 1rem/1.5 'Figtree Variable', system-ui, sans-serif; text-align: left; box-shadow: 0 8px 32px rgb(43 37 33 / 0.3);
    }
    .sandbox-checkout::backdrop { background: rgb(43 37 33 / 0.6); }
    .sandbox-checkout-body { display: grid; gap: 1rem; padding: 1.25rem; }
    .sandbox-checkout :where(p, h2, ul) { margin: 0; padding: 0; }
    .sandbox-checkout-badge {
      justify-self: start; padding: 0.125rem 0.625rem; border: 1px solid #8a5a0a; border-radius: 99px; background: #fbf1dc;
      color: #6b4505; font-size: 0.8125rem; font-weight: 700; letter-spacing: 0.08em;
    }
    .sandbox-checkout h2 { font-size: 1.125rem; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
    .sandbox-checkout-amount { font-size: clamp(1.5rem, 8vw, 2rem); font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
    .sandbox-checkout-quiet { color: #665d55; font-size: 0.9375rem; overflow-wrap: anywhere; }
    .sandbox-checkout-error { padding: 0.625rem 0.75rem; border-radius: 8px; background: #fbeae8; color: #8f1d17; }
    .sandbox-checkout-error:empty { display: none; }
    .sandbox-checkout-actions { display: grid; grid-template-columns: 1fr 1fr; gap: 0.625rem; }
    .sandbox-checkout button {
      min-height: 44px; padding: 0.5rem 0.875rem; border: 1px solid #8c8177; border-radius: 10px; background: #fff;
      color: inherit; font: inherit; font-weight: 600; cursor: pointer;
    }
    .sandbox-checkout button:hover { background: #f1e9dd; }
    .sandbox-checkout button:focus-visible { outline: 3px solid #3f6657; outline-offset: 2px; }
    .sandbox-checkout button[aria-disabled='true'] { cursor: progress; opacity: 0.6; }
    .sandbox-checkout button.sandbox-checkout-pay { grid-column: 1 / -1; min-height: 52px; border-color: #a4452a; background: #a4452a; color: #fff; }
    .sandbox-checkout button.sandbox-checkout-pay:hover { background: #83341e; }
    .sandbox-checkout button.sandbox-checkout-more { justify-self: start; border-color: transparent; text-decoration: underline; }
    .sandbox-checkout ul { display: grid; gap: 0.5rem; list-style: none; }
    .sandbox-checkout ul[hidden] { display: none; }
    .sandbox-checkout ul button { width: 100%; text-align: left; font-weight: 500; line-height: 1.3; }
    .sandbox-checkout ul small { display: block; color: #665d55; font-size: 0.8125rem; font-weight: 400; }
  `

  /** @param {number} paise */
  function formatRupees(paise) {
    const digits = paise % 100 === 0 ? 0 : 2
    const format = new Intl.NumberFormat('en-IN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    return `Rs. ${format.format(paise / 100)}`
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Record<string, string>} attributes
   * @param {(Node | string)[]} children
   * @returns {HTMLElementTagNameMap[Tag]}
   */
  function element(tag, attributes, ...children) {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...children)
    return made
  }

  /**
   * @param {string} text
   * @param {() => void} onClick
   * @param {Record<string, string>} [attributes]
   */
  function button(text, onClick, attributes = {}) {
    const made = element('button', { type: 'button', ...attributes }, text)
    made.addEventListener('click', onClick)
    return made
  }

  /**
   * Answers what the page is handed, or what went wrong in the provider's words.
   * @param {string} orderId
   * @param {string} [scenario]
   * @returns {Promise<Paid | Failure>}
   */
  async function pay(orderId, scenario) {
    try {
      const response = await fetch(PAY_URL, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ orderId, scenario }),
      })
      const answer = await response.json()
      if (response.ok) return /** @type {Paid} */ (answer)
      if (typeof answer.error?.code === 'string') return /** @type {Failure} */ (answer)
      return failure('BAD_REQUEST_ERROR', answer.errors?.[0] ?? 'The payment was not accepted.', orderId)
    } catch {
      return failure('NETWORK_ERROR', 'The shop could not be reached. Nothing was paid; please try again.', orderId)
    }
  }

  /**
   * @param {string} code
   * @param {string} description
   * @param {string} orderId
   * @returns {Failure}
   */
  const failure = (code, description, orderId) => ({
    error: { code, description, reason: 'NA', metadata: { order_id: orderId } },
  })

  class Razorpay {
    /** @type {Options} */
    #options
    /** @type {Map<string, ((response: Failure) => void)[]>} */
    #listeners = new Map()
    /** @type {HTMLDialogElement | null} */
    #dialog = null
    /** @type {HTMLElement} */
    #message = element('p', { class: 'sandbox-checkout-error', role: 'alert' })
    /** @type {HTMLElement | null} */
    #focusBefore = null
    #isBusy = false

    /** @param {Options} options */
    constructor(options) {
      if (!options?.order_id) throw new Error('The sandbox needs an order_id.')
      this.#options = options
    }

    /**
     * Of the real script's events the sandbox has one: 'payment.failed'.
     * @param {string} event
     * @param {(response: Failure) => void} listener
     */
    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    }

    open() {
      if (this.#dialog) return
      this.#focusBefore = /** @type {HTMLElement | null} */ (document.activeElement)
      const dialog = this.#draw()
      this.#dialog = dialog
      document.body.append(dialog)
      dialog.showModal()
      dialog.querySelector('button')?.focus()
    }

    close() {
      const dialog = this.#dialog
      if (!dialog) return
      this.#dialog = null
      dialog.close()
      dialog.remove()
      this.#focusBefore?.focus()
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
      this.#message.textContent = ''
      const answer = await pay(this.#options.order_id, scenario)
      this.#setBusy(false)
      if ('error' in answer) return this.#showFailure(answer)
      this.close()
      // A tab that is gone hands nothing on: the page starts anew, and the webhook alone tells the shop.
      if (scenario === 'webhook-only') return window.location.reload()
      this.#options.handler?.(answer)
    }

    /** As with the real one, the dialog stays open for another try.
     * @param {Failure} failed */
    #showFailure(failed) {
      this.#message.textContent = failed.error.description
      this.#message.scrollIntoView({ block: 'nearest' })
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener(failed)
    }

    /** Not `disabled`, which would drop the focus. @param {boolean} isBusy */
    #setBusy(isBusy) {
      this.#isBusy = isBusy
      for (const one of this.#dialog?.querySelectorAll('button') ?? [])
        one.setAttribute('aria-disabled', String(isBusy))
    }

    #draw() {
      const { amount, name = 'Payment', description = '', theme, modal } = this.#options
      const dialog = element(
        'dialog',
        {
          class: 'sandbox-checkout',
          role: 'dialog',
          'aria-modal': 'true',
          'aria-labelledby': 'sandbox-checkout-title',
          'aria-describedby': 'sandbox-checkout-note',
        },
        element('style', {}, STYLES),
        element(
          'div',
          { class: 'sandbox-checkout-body' },
          element('p', { class: 'sandbox-checkout-badge' }, 'TEST MODE'),
          element('h2', { id: 'sandbox-checkout-title' }, `${name}: test payment`),
          element('p', { class: 'sandbox-checkout-quiet' }, description),
          element('p', { class: 'sandbox-checkout-amount' }, formatRupees(Number(amount))),
          element(
            'p',
            { class: 'sandbox-checkout-quiet', id: 'sandbox-checkout-note' },
            'This is a try-out: no card is asked for and no money moves.',
          ),
          this.#message,
          this.#drawActions(),
          ...this.#drawScenarios(),
        ),
      )
      if (theme?.color) dialog.style.setProperty('--sandbox-accent', theme.color)
      dialog.addEventListener('keydown', (event) => {
        if (event.key === 'Tab') this.#keepFocus(event)
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (modal?.escape !== false) this.#dismiss()
      })
      // However else a browser closes a dialog (a phone's Back), it counts as Close; a payment under way is waited for.
      dialog.addEventListener('close', () => {
        if (this.#dialog !== dialog) return
        if (this.#isBusy) dialog.showModal()
        else this.#dismiss()
      })
      return dialog
    }

    #drawActions() {
      return element(
        'div',
        { class: 'sandbox-checkout-actions' },
        button('Pay', () => void this.#pay(), { class: 'sandbox-checkout-pay' }),
        button('Fail', () => void this.#pay('decline')),
        button('Close', () => this.#dismiss()),
      )
    }

    #drawScenarios() {
      const list = element('ul', { id: 'sandbox-checkout-scenarios', hidden: '' })
      for (const { label, hint, scenario } of SCENARIOS) {
        const one = button(label, () => (scenario ? void this.#pay(scenario) : this.#dismiss()), {
          'aria-label': label,
        })
        one.append(element('small', {}, hint))
        list.append(element('li', {}, one))
      }
      const more = button('More', () => {
        list.hidden = !list.hidden
        more.setAttribute('aria-expanded', String(!list.hidden))
      })
      for (const [name, value] of Object.entries({
        class: 'sandbox-checkout-more',
        'aria-expanded': 'false',
        'aria-controls': list.id,
      })) {
        more.setAttribute(name, value)
      }
      return [more, list]
    }

    /** A modal dialog keeps the page out of reach, but not the browser's own bars: Tab goes round inside.
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
