// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC3643} from "../../interfaces/IERC3643.sol";
import {IModule} from "../../interfaces/IModule.sol";
import {Investors} from "../../registry/Investors.sol";

/// Allows receivers of listed countries only (ISO 3166-1 numeric). Until countries are listed, nobody may receive.
contract CountryModule is IModule {
    using Investors for uint256;

    /// Country n is bit n % 256 of word n / 256.
    mapping(address compliance => mapping(uint256 word => uint256 bits)) private _allowed;

    event CountryAllowed(address indexed compliance, uint16 indexed country);
    event CountryDisallowed(address indexed compliance, uint16 indexed country);

    /// Called by a compliance contract: lists countries.
    function allowCountries(uint16[] calldata countries) external {
        for (uint256 i; i < countries.length; ++i) {
            _allowed[msg.sender][countries[i] >> 8] |= 1 << (countries[i] & 0xff);
            emit CountryAllowed(msg.sender, countries[i]);
        }
    }

    /// Called by a compliance contract: removes countries from its list. Holders keep their shares.
    function disallowCountries(uint16[] calldata countries) external {
        for (uint256 i; i < countries.length; ++i) {
            _allowed[msg.sender][countries[i] >> 8] &= ~(1 << (countries[i] & 0xff));
            emit CountryDisallowed(msg.sender, countries[i]);
        }
    }

    function isCountryAllowed(address compliance, uint16 country) public view returns (bool) {
        return (_allowed[compliance][country >> 8] >> (country & 0xff)) & 1 == 1;
    }

    function canMove(address compliance, address token, address, address to, uint256, bool)
        external
        view
        returns (bool)
    {
        return isCountryAllowed(compliance, IERC3643(token).identityRegistry().investorCountry(to));
    }

    function refusedHolder(
        address compliance,
        address,
        address[] calldata holders,
        uint256[] calldata,
        uint256[] calldata investors
    ) external view returns (address) {
        for (uint256 i; i < holders.length; ++i) {
            if (!isCountryAllowed(compliance, investors[i].countryOf())) return holders[i];
        }
        return address(0);
    }

    function name() external pure returns (string memory) {
        return "country";
    }
}
