import { cleanup, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Dialog from "./Dialog.svelte";

// jsdom has no media queries; the preferences use one.
vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));

let opener: HTMLButtonElement;
let board: HTMLElement;

// jsdom has no modal dialogs: like a browser, ours moves the focus to the first control.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
    this.querySelector("button")?.focus();
  };
  document.body.innerHTML = `<button>opens it</button><main id="board" tabindex="-1"></main>`;
  opener = document.querySelector("button")!;
  board = document.getElementById("board")!;
  opener.focus();
});
afterEach(cleanup);

const content = (html: string) => createRawSnippet(() => ({ render: () => html }));
const open = (html: string) => render(Dialog, { title: "Leave", close: () => undefined, children: content(html) });

test("the heading has the focus, not the cross", () => {
  open("<p>Really?</p>");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Leave" }));
});

test("a control that asks for the focus gets it", () => {
  open(`<p><input autofocus aria-label="Your name"></p>`);
  expect(document.activeElement).toBe(screen.getByLabelText("Your name"));
});

test("the focus returns to where it was, however the dialog goes", () => {
  open("<p>Really?</p>").unmount();
  expect(document.activeElement).toBe(opener);
});

test("the focus goes to the board if what opened the dialog is gone", () => {
  const { unmount } = open("<p>Really?</p>");
  opener.remove();
  unmount();
  expect(document.activeElement).toBe(board);
});
