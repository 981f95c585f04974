// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "../access/Authority.sol";
import {Roles} from "../access/Roles.sol";
import {Governed} from "../access/Governed.sol";
import {IIdentity} from "../interfaces/IIdentity.sol";

/// The management key of every custodial identity. The platform's keys act through the role CUSTODIAN, so that rotating
/// one takes a single transaction, however many investors there are.
contract Custodian is Governed {
    constructor(Authority authority_) {
        _setAuthority(authority_);
    }

    /// Executes a call from an identity and returns the identity's number of that execution.
    function execute(IIdentity identity, address to, bytes calldata data)
        external
        onlyRole(Roles.CUSTODIAN)
        returns (uint256)
    {
        return identity.execute(to, 0, data);
    }
}
