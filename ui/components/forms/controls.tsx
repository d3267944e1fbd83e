/** Native controls without a label of their own, which show again what was typed into a refused form. */
import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { useChosen, useTyped } from "./typed";

type Input = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** An input for text; of several with one name `place` says which. */
export const TextInput = ({ place, ...props }: Input & { place?: number }) => <input {...useTyped(props, place)} />;

/** A box for several lines. */
export const TextBox = (props: TextareaHTMLAttributes<HTMLTextAreaElement>) => <textarea {...useTyped(props)} />;

/** A native select. */
export const ChoiceList = (props: SelectHTMLAttributes<HTMLSelectElement>) => <select {...useTyped(props)} />;

/** A tick box, a switch or a radio. */
export const ChoiceInput = (props: Input) => <input {...useChosen(props)} />;
