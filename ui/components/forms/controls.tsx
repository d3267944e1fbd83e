/** Native controls without a label of their own, which show again what was typed into a refused form. */
import type { InputHTMLAttributes, Ref } from "react";
import { useChosen, useTyped } from "./typed";

type Input = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** An input for text. */
export const TextInput = (props: Input) => <input {...useTyped(props)} />;

/** A tick box, a switch or a radio. */
export const ChoiceInput = (props: Input) => <input {...useChosen(props)} />;
