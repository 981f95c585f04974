// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC734} from "./IERC734.sol";
import {IERC735} from "./IERC735.sol";

/// The identity of an investor: keys and claims.
interface IIdentity is IERC734, IERC735 {}
