// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {KeysAndClaims} from "./KeysAndClaims.sol";

/// The identity of one investor, behind a beacon. A custodial investor's shares are held by this contract, and its only
/// key is the custodian contract.
contract Identity is KeysAndClaims, Initializable {
    constructor() {
        _disableInitializers();
    }

    /// Sets the first management key and, unless the issuer is zero, the first claim.
    function initialize(address manager, uint256 topic, address issuer, bytes calldata signature, bytes calldata data)
        external
        initializer
    {
        _addKey(_keyOf(manager), MANAGEMENT, ECDSA_KEY);
        if (issuer != address(0)) _addClaim(topic, 1, issuer, signature, data, "");
    }

    function version() external pure returns (string memory) {
        return "1.0.0";
    }
}
