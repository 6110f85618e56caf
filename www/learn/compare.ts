// Whether the learned rule is compared with the true one, and where its moves are shown.

import * as Dom from "../base/dom";
import * as Inside from "./inside";
import { Watch } from "./watch";

export const compare = Dom.get("compare", HTMLInputElement);
export const onBoard = Dom.get("show-on-board", HTMLInputElement);

/** Only where the marks are explained. */
export const comparing = (): boolean => compare.checked && !Inside.isOpen();

/** Whether all pieces of the kind show their moves on the main board. */
export const everywhere = (): boolean => onBoard.checked && !Watch.hurried();
